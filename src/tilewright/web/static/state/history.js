// Undo and redo as changes {out, in} between what lay on the board before and after.

import { key } from "../core/lattice.js";

const nameOf = ({ piece, atoms }) => `${piece}:${atoms.map(key).sort().join(";")}`;

export function changeBetween(before, after) {
  const [had, has] = [before, after].map((placed) => new Set(placed.map(nameOf)));
  return {
    out: before.filter((placement) => !has.has(nameOf(placement))),
    in: after.filter((placement) => !had.has(nameOf(placement))),
  };
}

export function apply(placed, change) {
  const out = new Set(change.out.map(nameOf));
  return [...placed.filter((placement) => !out.has(nameOf(placement))), ...change.in];
}

export const inverse = (change) => ({ out: change.in, in: change.out });
