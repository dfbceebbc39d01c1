// What the browser remembers of each puzzle, under the puzzle's digest: what lies there, history, clock, marks.

import { key } from "../core/lattice.js";
import { decoded } from "./address.js";

const PREFIX = "tilewright:puzzle:";
const STEPS = 300; // of undo that are kept

// `seconds` is the time on the clock; `solved` stays true once the puzzle was solved; `best` is the shortest time.
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
  moves: 0, // of all tabs together: what has more is newer
  touched: 0,
});

export const storageKey = (view) => `${PREFIX}${view.digest}`;

export function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null; // storage is forbidden, or holds something else
  }
}

// Whether it could be kept. Where there is no more room, what was not touched for longest goes.
export function write(name, value) {
  const text = JSON.stringify(value);
  for (let tries = 0; tries < 20; tries++) {
    try {
      localStorage.setItem(name, text);
      return true;
    } catch {
      if (!forgetOldest(name)) return false;
    }
  }
  return false;
}

function forgetOldest(except) {
  const rows = recordNames().filter((name) => name !== except);
  const oldest = rows.sort((a, b) => (read(a)?.touched ?? 0) - (read(b)?.touched ?? 0))[0];
  if (oldest) localStorage.removeItem(oldest);
  return Boolean(oldest);
}

function recordNames() {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  } catch {
    return [];
  }
}

export function loadProgress(view) {
  const row = read(storageKey(view));
  if (!row || typeof row !== "object") return fresh();
  const progress = { ...fresh(), ...row };
  if (![progress.placed, progress.past, progress.future].every(Array.isArray)) return fresh();
  if (!progress.notes || typeof progress.notes !== "object") progress.notes = {};
  const changes = [...progress.past, ...progress.future];
  const every = [
    ...progress.placed,
    ...asList(progress.trial),
    ...changes.flatMap((each) => [...asList(each?.in), ...asList(each?.out)]),
  ];
  if (!every.every((placement) => belongs(view, placement)) || overlapping(progress.placed)) return fresh();
  return progress;
}

// Whether it is kept. What another tab did meanwhile is, and is not overwritten.
export function saveProgress(view, progress) {
  if ((read(storageKey(view))?.moves ?? 0) > progress.moves) return true;
  const past = progress.past.slice(-STEPS);
  return write(storageKey(view), { ...progress, past, touched: Date.now() });
}

const SOURCES = "tilewright:sources"; // source -> digest of the puzzle that was opened from there

// Whether this browser has never opened a puzzle here.
export const isFirstVisit = () => read(SOURCES) === null && recordNames().length === 0;

export function noteSource(address, view) {
  const source = decoded(address);
  const known = read(SOURCES) ?? {};
  if (known[source] !== view.digest) write(SOURCES, { ...known, [source]: view.digest });
}

// Marks for cards: {solved, best, begun, placed} of the puzzles that were opened, by their sources.
export function marks() {
  const known = read(SOURCES) ?? {};
  return (source) => marksOf(known[decoded(source)]);
}

function marksOf(digest) {
  const row = digest ? read(`${PREFIX}${digest}`) : null;
  const placed = asList(row?.placed);
  const answer = row?.finished === true ? placed : null; // what lies there is the solution
  return { solved: row?.solved === true, best: row?.best ?? null, begun: placed.length > 0, placed: answer };
}

const asList = (value) => (Array.isArray(value) ? value : []);

function belongs(view, placement) {
  if (!Array.isArray(placement?.atoms) || typeof placement.piece !== "string") return false;
  const board = boardOf(view);
  const known = !view.pieces_list || view.pieces_list.some((piece) => piece.name === placement.piece);
  return known && placement.atoms.every((atom) => Array.isArray(atom) && board.has(key(atom)));
}

const boards = new WeakMap();

function boardOf(view) {
  if (!boards.has(view)) boards.set(view, new Set([...view.atoms, ...view.optional].map(key)));
  return boards.get(view);
}

function overlapping(placed) {
  const names = placed.flatMap((placement) => placement.atoms.map(key));
  return new Set(names).size < names.length;
}
