// Undo and redo as changes {out, in, notes?} between what lay on the board, and was noted there, before and after.

import { key } from "../core/lattice.js";

/** @param {Placement} it */
export const nameOf = ({ piece, atoms, motion }) =>
  `${piece}:${atoms.map(key).sort().join(";")}${motion === undefined ? "" : `/${motion}`}`;

/** @param {Placement[]} before @param {Placement[]} after */
export function changeBetween(before, after) {
  const [had, has] = [before, after].map((placed) => new Set(placed.map(nameOf)));
  return {
    out: before.filter((placement) => !has.has(nameOf(placement))),
    in: after.filter((placement) => !had.has(nameOf(placement))),
  };
}

/** @param {Placement[]} placed @param {Change} change */
export function apply(placed, change) {
  const out = new Set(change.out.map(nameOf));
  return [...placed.filter((placement) => !out.has(nameOf(placement))), ...change.in];
}

// A change of notes alone: `after` has the texts of some cells, by their names; an empty one is no note.
/** @param {Notes} notes @param {Notes} after */
export function noteChange(notes, after) {
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, notes[name] ?? ""]));
  return { out: [], in: [], notes: { before, after } };
}

/** @param {Notes} notes @param {Change} change */
export function applyNotes(notes, change) {
  const all = { ...notes, ...change.notes?.after };
  return Object.fromEntries(Object.entries(all).filter(([, text]) => text));
}

/** @param {Change} change */
export const inverse = (change) => ({
  out: change.in,
  in: change.out,
  ...(change.notes ? { notes: { before: change.notes.after, after: change.notes.before } } : {}),
});
