// What is open: one puzzle, what lies on its board, the tilings found. Views listen for changes.

import { get, postJson } from "./api.js";
import { Lattice } from "./lattice.js";

export const store = {
  lattices: {},
  view: null, // the server's view of the puzzle
  lattice: null,
  placed: [], // {piece, atoms, rect?}
  tilings: [], // as the server tells them
  shown: 0, // the number of the tiling that is looked at
  listeners: [],
};

export async function begin() {
  const tables = await get("/api/lattices");
  for (const [name, table] of Object.entries(tables)) store.lattices[name] = new Lattice(table);
}

export function listen(listener) {
  store.listeners.push(listener);
}

export function changed(what) {
  for (const listener of store.listeners) listener(what);
}

// Open a puzzle given as text in any format, or as the server's view of it.
export async function open(source) {
  const view = typeof source === "string" ? await postJson("/api/puzzle", { puzzle: source }) : source;
  store.view = view;
  store.lattice = store.lattices[view.lattice].spaced([...view.atoms, ...view.optional]);
  store.placed = pinned();
  store.tilings = [];
  store.shown = 0;
  changed("puzzle");
}

// What lies on the board from the beginning.
export function pinned() {
  return (store.view.pinned ?? []).map((pin) => ({ ...pin, fixed: true }));
}

// Placements as the JSON that solutions are written in.
export function solutionText(placed = store.placed) {
  const placements = placed.map(({ piece, atoms }) => ({ piece, cells: store.lattice.cellsOf(atoms) }));
  return JSON.stringify({ placements });
}

export function placementsOf(solution) {
  return solution.placements.map(({ piece, cells, rect }) => ({ piece, rect, atoms: store.lattice.atomsOf(cells) }));
}

export const tilingShown = () => (store.tilings.length ? placementsOf(store.tilings[store.shown]) : []);
