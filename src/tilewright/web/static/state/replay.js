// The progress of a puzzle as the browser kept it, made sure of: what cannot lie on this board is dropped, and history goes as
// far back, and forth, as it can be followed from what lies there.

import { key } from "../core/lattice.js";
import { inverse, nameOf } from "./history.js";
import { countOf, entriesOf, isRecord, listOf, recordOf, secondsOf } from "./trusted.js";
import { kindOf } from "./kinds.js";

const LONGEST = 20; // letters of a note

// What is not there, or not understood, is as in `fresh`.
/** @param {any} kept @param {Progress} fresh @param {View} view @param {Lattice} lattice */
export function progressFrom(kept, fresh, view, lattice) {
  const row = recordOf(kept);
  const known = placementReader(view, lattice);
  /** @param {any} rows @returns {Placement[]} */
  const read = (rows) => listOf(rows).map(known).filter(Boolean);
  const placed = new Table(view).lay(read(row.placed));
  const isWhole = placed.length === listOf(row.placed).length;
  return {
    ...fresh,
    placed,
    past: followed(row.past, new Table(view), placed, known, inverse),
    future: followed(row.future, new Table(view), placed, known, (change) => change),
    notes: notesOf(row.notes),
    trial: Array.isArray(row.trial) ? new Table(view).lay(read(row.trial)) : null,
    seconds: secondsOf(row.seconds) ?? 0,
    begun: row.begun === true,
    finished: row.finished === true && isWhole,
    solved: row.solved === true,
    best: secondsOf(row.best),
    hints: countOf(row.hints),
    led: countOf(row.led),
    moves: countOf(row.moves),
  };
}

// Placements of a stranger, without those that lie there from the beginning. Throws where one cannot lie on this board.
/** @param {any[]} rows @param {View} view @param {Lattice} lattice */
export function placementsFrom(rows, view, lattice) {
  const known = placementReader(view, lattice);
  const pinned = new Set((view.pinned ?? []).map(nameOf));
  const placed = rows.map(known);
  if (!placed.every(Boolean)) throw new RangeError();
  return placed.filter((placement) => !pinned.has(nameOf(placement)));
}

/** @param {any} kept */
const notesOf = (kept) => entriesOf(kept, (text) => typeof text === "string" && text.length <= LONGEST);

// The board and what lies on it, cell by cell.
class Table {
  /** @param {View} view */
  constructor(view) {
    this.laid = new Set();
    this.taken = new Set();
    this.used = new Map(); // piece -> copies
    this.most = new Map((view.pieces_list ?? []).map(({ name, copies }) => [name, copies[1] ?? Infinity]));
    this.lay(view.pinned ?? []);
  }

  // Those of the placements that there is room for, one after the other.
  /** @param {Placement[]} placements */
  lay(placements) {
    return placements.filter((placement) => this.add(placement));
  }

  /** @param {Placement} placement */
  add(placement) {
    const used = this.used.get(placement.piece) ?? 0;
    const names = placement.atoms.map(key);
    if (names.some((name) => this.taken.has(name)) || used >= (this.most.get(placement.piece) ?? Infinity))
      return false;
    for (const name of names) this.taken.add(name);
    this.used.set(placement.piece, used + 1);
    this.laid.add(nameOf(placement));
    return true;
  }

  /** @param {Placement} placement */
  remove(placement) {
    if (!this.laid.delete(nameOf(placement))) return false;
    for (const name of placement.atoms.map(key)) this.taken.delete(name);
    this.used.set(placement.piece, this.used.get(placement.piece) - 1);
    return true;
  }

  // Whether a change could be made.
  /** @param {Change} it */
  make({ out, in: laid }) {
    return out.every((placement) => this.remove(placement)) && laid.every((placement) => this.add(placement));
  }
}

// Changes from the latest on, as long as each can be made on what the one before left.
/** @param {any} kept @param {any} table @param {Placement[]} placed @param {any} known @param {Undone} effect @returns {Change[]} */
function followed(kept, table, placed, known, effect) {
  table.lay(placed);
  /** @type {Change[]} */
  const changes = [];
  for (const row of listOf(kept).toReversed()) {
    const change = changeFrom(row, known);
    if (!change || !table.make(effect(change))) break;
    changes.unshift(change);
  }
  return changes;
}

/** @param {any} row @param {any} known */
function changeFrom(row, known) {
  if (!isRecord(row) || !Array.isArray(row.in) || !Array.isArray(row.out)) return null;
  const [laid, out] = [row.in.map(known), row.out.map(known)];
  if (![...laid, ...out].every(Boolean)) return null;
  if (row.notes === undefined) return { out, in: laid };
  if (!isRecord(row.notes)) return null;
  return { out, in: laid, notes: { before: notesOf(row.notes.before), after: notesOf(row.notes.after) } };
}

// Reads a kept placement: {piece, atoms, rect?, motion?}, with the atoms of this board; null where it cannot be one.
/** @param {View} view @param {Lattice} lattice */
function placementReader(view, lattice) {
  const board = new Map([...view.atoms, ...view.optional].map((atom) => [key(atom), atom]));
  const read = (kindOf(view).readerOf ?? positions)(view, lattice);
  const known = new Map(); // most placements come again and again
  return (/** @type {any} */ row) => {
    if (!isRecord(row) || typeof row.piece !== "string") return null;
    const atoms = lattice.keptOn(listOf(row.atoms), board);
    if (!atoms) return null;
    const motion = typeof row.motion === "string" ? row.motion : "";
    const label = `${row.piece}:${motion}:${lattice.nameOf(atoms)}`;
    if (!known.has(label)) known.set(label, read(row.piece, atoms, motion));
    return known.get(label);
  };
}

// Reads what lies there: the cells of one of the piece's orientations, anywhere.
/** @param {View} view @param {Lattice} lattice */
function positions({ pieces_list: pieces = [] }, lattice) {
  const known = new Map(pieces.map(({ name, orientations }) => [name, orientations]));
  return (/** @type {string} */ piece, /** @type {Atom[]} */ atoms) => {
    const its = known.get(piece) ?? [];
    return its.length && lattice.laid(its, atoms).number >= 0 ? { piece, atoms } : null;
  };
}
