// The one state of the page: the puzzle that is open, what lies on its board, the tilings found. Views draw it.

import { get } from "../core/api.js";
import { say } from "../core/dom.js";
import { askedOnce } from "../core/asked_once.js";
import { Lattice } from "../core/lattice.js";
import { wrapped } from "../core/wrapped.js";
import { phrase } from "../words/words.js";
import { kindOf } from "../core/kinds.js";
import { latest, loadProgress, saveProgress } from "./progress.js";

/** @type {any} */
const nothing = null; // until a puzzle is open; who needs one runs no earlier

export class Store {
  /** @type {Record<string, Lattice>} */
  lattices = {};
  /** @type {Route} */
  route = nothing; // what the address names
  source = ""; // of the open puzzle
  /** @type {View} */
  view = nothing; // the server's view of the puzzle
  /** @type {Lattice} */
  lattice = nothing;
  /** @type {Progress} */
  progress = nothing; // history, clock and marks of the puzzle, see progress.js
  /** @type {Solution[]} */
  tilings = [];
  shown = 0; // the number of the tiling that is looked at
  /** @type {Placement[] | null} */
  wanted = null; // what lies there, when Solve is asked to go on from it
  isUnkeptTold = false;
  /** @type {((what: string) => void)[]} */
  listeners = [];
  /** @type {Placement[]} */
  #position = [];
  /** @type {Placement[]} */
  #placed = [];

  // The position: all that lies on the board, with what is in the hand.
  get position() {
    return this.#position;
  }

  // What lies on the board while a piece is in the hand; the same list as the position where none is.
  get placed() {
    return this.#placed;
  }

  // The one way to another position; it is taken by the moves of play/moves.js, and when a puzzle is opened.
  /** @param {Placement[]} placements */
  lay(placements) {
    this.#position = placements;
    this.#placed = placements;
  }

  // Take a piece of the position into the hand; null puts it back.
  /** @param {Placement | null} placement */
  lift(placement) {
    this.#placed = placement ? this.#position.filter((each) => each !== placement) : this.#position;
  }
}

export const store = new Store();

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
  store.lay([...pinned(), ...store.progress.placed]);
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
  store.progress.placed = store.position.filter((placement) => !placement.fixed);
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
