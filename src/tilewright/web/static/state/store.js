// The one state of the page: the puzzle that is open, what lies on its board, the tilings found. Views draw it.

import { get } from "../core/api.js";
import { say } from "../core/dom.js";
import { askedOnce } from "../core/asked_once.js";
import { Lattice } from "../core/lattice.js";
import { wrapped } from "../core/wrapped.js";
import { phrase } from "../words/words.js";
import { kindOf } from "./kinds.js";
import { latest, loadProgress, saveProgress } from "./progress.js";

/** @type {any} */
const nothing = null;
/** @type {Store} */
export const store = {
  lattices: {},
  route: nothing, // what the address names: {view, source}
  source: "", // of the open puzzle
  view: nothing, // the server's view of the puzzle
  lattice: nothing,
  placed: [], // {piece, atoms, rect?, fixed?}
  progress: nothing, // history, clock and marks of the puzzle, see progress.js
  tilings: [], // as the server tells them
  shown: 0, // the number of the tiling that is looked at
  wanted: null, // what lies there, when Solve is asked to go on from it
  isUnkeptTold: false,
  listeners: [],
};

export const loadLattices = askedOnce(async () => {
  const tables = await get("/api/lattices");
  for (const [name, table] of Object.entries(tables)) store.lattices[name] = new Lattice(table);
});

// Wrapped lattices are made when they are first asked for.
/** @param {string} name */
export const latticeNamed = (name) => (store.lattices[name] ??= wrapped(store.lattices, name));

// What a puzzle lies on.
/** @param {View} view */
export const latticeOf = (view) => kindOf(view).latticeOf(view, store.lattices);

/** @param {(what: string) => void} listener */
export function listen(listener) {
  store.listeners.push(listener);
}

/** @param {string} what */
export function changed(what) {
  for (const listener of store.listeners) listener(what);
}

// Make the server's view of a puzzle the open one, with what was done on it before. The same puzzle from another source has
// its own name, and its own next one.
/** @param {View} view @param {string} source */
export function openView(view, source) {
  if (store.view?.puzzle === view.puzzle && store.source === source) return;
  if (store.progress?.begun) remember(); // the time on the clock
  store.source = source;
  store.view = view;
  store.lattice = latticeOf(view).spaced([...view.atoms, ...view.optional]);
  store.tilings = [];
  store.shown = 0;
  restore();
  changed("puzzle");
}

// What the browser remembers of the open puzzle; a puzzle never seen has its pinned pieces only.
function restore() {
  store.progress = loadProgress(store.view, store.lattice);
  store.placed = [...pinned(), ...store.progress.placed];
}

// Whether another tab went on with the open puzzle since this one looked.
export const isBehind = () => Boolean(store.view) && latest(store.view).moves > store.progress.moves;

// Take up what another tab did on the open puzzle; where that is only thinking, its time on the clock.
export function catchUp() {
  const { moves, seconds } = latest(store.view);
  if (moves > store.progress.moves) restore();
  else if (moves === store.progress.moves) store.progress.seconds = Math.max(store.progress.seconds, seconds);
}

export function remember() {
  store.progress.placed = store.placed.filter((placement) => !placement.fixed);
  if (!saveProgress(store.view, store.progress)) tellUnkept();
}

// The browser keeps nothing: to say so once is enough.
export function tellUnkept() {
  if (!store.isUnkeptTold) say(phrase("page.not kept"), "stays");
  store.isUnkeptTold = true;
}

// What lies on the board from the beginning.
export function pinned() {
  return (store.view.pinned ?? []).map((pin) => ({ ...pin, fixed: true }));
}

// Placements as the JSON that solutions are written in.
/** @param {Placement[]} [placed] */
export function solutionText(placed = store.placed) {
  const placements = placed.map(({ piece, atoms, motion }) => ({
    piece,
    ...store.lattice.written(atoms),
    ...(motion === undefined ? {} : { id: `${piece}@${atoms[0].join(",")}/${motion}` }),
  }));
  return JSON.stringify({ placements });
}

/** @param {{ placements: PlacementRow[] }} solution */
export function placementsOf(solution) {
  return solution.placements.map((row) => ({
    piece: row.piece,
    rect: row.rect,
    atoms: store.lattice.atomsIn(row),
    motion: kindOf(store.view).motionOf(row),
  }));
}

export const tilingShown = () => (store.tilings.length ? placementsOf(store.tilings[store.shown]) : []);
