// What the browser remembers of each puzzle, under the puzzle's digest: what lies there, history, clock, marks.

import { decoded } from "./address.js";
import { progressFrom } from "./replay.js";
import { countOf, entriesOf, isCount, isRecord, listOf, recordOf, secondsOf } from "./trusted.js";

const PREFIX = "tilewright:puzzle:";
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
export const storageKey = (view) => `${PREFIX}${view.digest}`;

/** @param {string} name */
export function readText(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // storage is forbidden
  }
}

// What is kept under a name, whatever it is.
/** @param {string} name */
export const read = (name) => parsed(readText(name));

/** @param {string | null} text @returns {any} */
export function parsed(text) {
  try {
    return JSON.parse(/** @type {string} */ (text));
  } catch {
    return null;
  }
}

// Whether it could be kept. Where there is no more room, what was not touched for longest goes.
/** @param {string} name @param {any} value */
export function write(name, value) {
  for (let tries = 0; tries < 20; tries++) {
    if (tryWrite(name, value)) return true;
    if (!forgetOldest(name)) return false;
  }
  return false;
}

// The same without making room.
/** @param {string} name @param {any} value */
export function tryWrite(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** @param {string} except */
function forgetOldest(except) {
  const rows = recordNames().filter((name) => name !== except);
  const oldest = rows.sort((a, b) => touchedAt(a) - touchedAt(b))[0];
  if (oldest) localStorage.removeItem(oldest);
  return Boolean(oldest);
}

/** @param {string} name */
function touchedAt(name) {
  const { touched } = recordOf(read(name));
  return Number.isFinite(touched) && touched <= Date.now() ? touched : 0; // what is no time goes first
}

function recordNames() {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  } catch {
    return [];
  }
}

/** @param {View} view @param {Lattice} lattice */
export const loadProgress = (view, lattice) => progressFrom(read(storageKey(view)), fresh(), view, lattice);

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

/** @param {string} digest */
function marksOf(digest) {
  const row = recordOf(digest ? read(`${PREFIX}${digest}`) : null);
  const placed = listOf(row.placed).filter(canBeDrawn);
  const answer = row.finished === true ? placed : null; // what lies there is the solution
  const [solved, best, begun] = [row.solved === true, secondsOf(row.best), placed.length > 0];
  return { solved, best, begun, placed: answer, touched: digest ? touchedAt(`${PREFIX}${digest}`) : 0 };
}

const FARTHEST = 2500; // coordinate of a cell

/** @param {Atom} atom */
const isPoint = (atom) =>
  Array.isArray(atom) && atom.length > 1 && atom.every((value) => isCount(value, FARTHEST));

/** @param {Placement} placement */
const canBeDrawn = (placement) =>
  isRecord(placement) &&
  Array.isArray(placement.atoms) &&
  placement.atoms.length > 0 &&
  placement.atoms.every(isPoint) &&
  (placement.rect === undefined || isRect(placement.rect));

/** @param {any} rect */
const isRect = (rect) => Array.isArray(rect) && rect.length === 4 && rect.every((value) => isCount(value));
