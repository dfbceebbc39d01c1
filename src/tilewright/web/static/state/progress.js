// What the browser remembers of each puzzle, under the puzzle's digest: what lies there, history, clock, marks.

import { decoded } from "./address.js";
import {
  RECORDS,
  countOf,
  entriesOf,
  isCount,
  isRecord,
  isText,
  listOf,
  read,
  recordNames,
  recordOf,
  secondsOf,
  touchedAt,
  write,
} from "../kept/storage.js";
import { key } from "../core/lattice.js";
import { inverse, nameOf } from "./history.js";
import { kindOf } from "../core/kinds.js";

const STEPS = 300; // of undo that are kept

// `seconds` is the time on the clock; `solved` stays true once the puzzle was solved; `best` is the shortest time.
/** @returns {Progress} */
const fresh = () => ({
  placed: [],
  past: [], // changes {out, in}: placements taken from the board and laid on it, the latest last
  future: [],
  notes: {}, // name of a cell -> what is noted there
  trial: null, // what lay there when a trial began, while it lasts
  seconds: 0,
  begun: false, // the clock has started
  finished: false, // the clock stands still until the next move
  solved: false,
  best: null,
  hints: 0,
  led: 0, // pieces that hints laid since the board was empty
  moves: 0, // and hints, and the end, of all tabs together: what has more is newer
  touched: 0,
});

/** @param {View} view */
export const storageKey = (view) => `${RECORDS}${view.digest}`;

/** @param {View} view @param {Lattice} lattice */
export const loadProgress = (view, lattice) => progressFrom(read(storageKey(view)), view, lattice);

// What any tab did last on this puzzle: {moves, seconds, solved, best}.
/** @param {View} view */
export function latest(view) {
  const row = recordOf(read(storageKey(view)));
  return {
    moves: countOf(row.moves),
    seconds: secondsOf(row.seconds) ?? 0,
    solved: row.solved === true,
    best: secondsOf(row.best),
  };
}

// Whether it is kept. What another tab did meanwhile is, and is not overwritten; what was solved once stays so.
/** @param {View} view @param {Progress} progress */
export function saveProgress(view, progress) {
  const { moves, solved, best } = latest(view);
  if (moves > progress.moves) return true;
  progress.solved ||= solved;
  if (best !== null) progress.best = Math.min(best, progress.best ?? best);
  const past = progress.past.slice(-STEPS);
  return write(storageKey(view), { ...progress, past, touched: Date.now() });
}

const SOURCES = "tilewright:sources"; // source -> digest of the puzzle that was opened from there

// Whether this browser has never opened a puzzle here.
export const isFirstVisit = () => read(SOURCES) === null && recordNames().length === 0;

/** @returns {Record<string, string>} */
const sources = () => entriesOf(read(SOURCES), (digest) => typeof digest === "string");

/** @param {string} address @param {View} view */
export function noteSource(address, view) {
  const source = decoded(address);
  const known = sources();
  if (known[source] !== view.digest) write(SOURCES, { ...known, [source]: view.digest });
}

// Marks for cards: {solved, best, begun, placed, touched} of the puzzles that were opened, by their sources.
export function marks() {
  const known = sources();
  return (/** @type {string} */ source) => marksOf(known[decoded(source)]);
}

/** @param {string | undefined} digest @returns {Mark} */
function marksOf(digest) {
  const row = recordOf(digest ? read(`${RECORDS}${digest}`) : null);
  const placed = listOf(row.placed).filter(canBeDrawn);
  const answer = row.finished === true ? placed : null; // what lies there is the solution
  const [solved, best, begun] = [row.solved === true, secondsOf(row.best), placed.length > 0];
  return { solved, best, begun, placed: answer, touched: digest ? touchedAt(`${RECORDS}${digest}`) : 0 };
}

const FARTHEST = 2500; // coordinate of a cell

/** @param {unknown} atom @returns {atom is Atom} */
const isPoint = (atom) =>
  Array.isArray(atom) && atom.length > 1 && atom.every((value) => isCount(value, FARTHEST));

/** @param {unknown} row @returns {row is Placement} */
const canBeDrawn = (row) =>
  isRecord(row) &&
  Array.isArray(row.atoms) &&
  row.atoms.length > 0 &&
  row.atoms.every(isPoint) &&
  (row.rect === undefined || isRect(row.rect));

/** @param {unknown} rect @returns {rect is Rect} */
const isRect = (rect) => Array.isArray(rect) && rect.length === 4 && rect.every((value) => isCount(value));

// ---- as it was kept -----------------------------------------------------------------------------------------------

// The progress of a puzzle as the browser kept it, made sure of: what cannot lie on this board is dropped, and history goes as
// far back, and forth, as it can be followed from what lies there.

const LONGEST = 20; // letters of a note

// What is not there, or not understood, is as of a puzzle that was never opened.
/** @param {unknown} kept @param {View} view @param {Lattice} lattice */
function progressFrom(kept, view, lattice) {
  const row = recordOf(kept);
  const known = placementReader(view, lattice);
  /** @param {unknown} rows */
  const readable = (rows) => listOf(rows).flatMap((each) => known(each) ?? []);
  const placed = new Table(view).lay(readable(row.placed));
  const isWhole = placed.length === listOf(row.placed).length;
  return {
    ...fresh(),
    placed,
    past: followed(row.past, new Table(view, placed), known, inverse),
    future: followed(row.future, new Table(view, placed), known, (change) => change),
    notes: notesOf(row.notes),
    trial: Array.isArray(row.trial) ? new Table(view).lay(readable(row.trial)) : null,
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
/** @param {unknown[]} rows @param {View} view @param {Lattice} lattice */
export function placementsFrom(rows, view, lattice) {
  const known = placementReader(view, lattice);
  const pinned = new Set((view.pinned ?? []).map(nameOf));
  const placed = rows.map((row) => {
    const placement = known(row);
    if (!placement) throw new RangeError();
    return placement;
  });
  return placed.filter((placement) => !pinned.has(nameOf(placement)));
}

/** @param {unknown} kept @returns {Notes} */
const notesOf = (kept) => entriesOf(kept, (text) => isText(text) && text.length <= LONGEST);

// The board and what lies on it, cell by cell.
class Table {
  /** @param {View} view @param {Placement[]} [placed] */
  constructor(view, placed = []) {
    this.laid = new Set();
    this.taken = new Set();
    this.used = new Map(); // piece -> copies
    this.most = new Map((view.pieces_list ?? []).map(({ name, copies }) => [name, copies[1] ?? Infinity]));
    this.lay(view.pinned ?? []);
    this.lay(placed);
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
/** @typedef {(row: unknown) => Placement | null} Reader reads a kept placement; null where it cannot be one */
/** @param {unknown} kept @param {Table} table what `placed` lies on @param {Reader} known @param {Undone} effect @returns {Change[]} */
function followed(kept, table, known, effect) {
  /** @type {Change[]} */
  const changes = [];
  for (const row of listOf(kept).toReversed()) {
    const change = changeFrom(row, known);
    if (!change || !table.make(effect(change))) break;
    changes.unshift(change);
  }
  return changes;
}

/** @param {unknown} row @param {Reader} known @returns {Change | null} */
function changeFrom(row, known) {
  if (!isRecord(row) || !Array.isArray(row.in) || !Array.isArray(row.out)) return null;
  const [laid, out] = [row.in, row.out].map((rows) => rows.flatMap((each) => known(each) ?? []));
  if (laid.length < row.in.length || out.length < row.out.length) return null;
  if (row.notes === undefined) return { out, in: laid };
  if (!isRecord(row.notes)) return null;
  return { out, in: laid, notes: { before: notesOf(row.notes.before), after: notesOf(row.notes.after) } };
}

// Reads a kept placement: {piece, atoms, rect?, motion?}, with the atoms of this board; null where it cannot be one.
/** @param {View} view @param {Lattice} lattice @returns {Reader} */
function placementReader(view, lattice) {
  const board = new Map([...view.atoms, ...view.optional].map((atom) => [key(atom), atom]));
  const reader = (kindOf(view).readerOf ?? positions)(view, lattice);
  const known = new Map(); // most placements come again and again
  return (row) => {
    if (!isRecord(row) || !isText(row.piece)) return null;
    const atoms = lattice.keptOn(listOf(row.atoms), board);
    if (!atoms) return null;
    const motion = isText(row.motion) ? row.motion : "";
    const label = `${row.piece}:${motion}:${lattice.nameOf(atoms)}`;
    if (!known.has(label)) known.set(label, reader(row.piece, atoms, motion));
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
