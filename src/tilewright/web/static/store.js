// What is open: one puzzle, what lies on its board, the tilings found. Views listen for changes.

import { get, postJson } from "./api.js";
import { atomsOf, cellsOf, make } from "./lattice.js";

export const store = {
  lattices: {},
  view: null, // the server's view of the puzzle
  lattice: null,
  placed: [], // {piece, atoms, rect?}
  tilings: [],
  listeners: [],
};

export async function begin() {
  const tables = await get("/api/lattices");
  for (const [name, table] of Object.entries(tables)) store.lattices[name] = make(table);
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
  if (!store.lattices[view.lattice]) throw new Error("the studio draws flat puzzles: use the command line for solids");
  store.view = view;
  store.lattice = store.lattices[view.lattice];
  store.placed = [];
  store.tilings = [];
  changed("puzzle");
}

// Placements as the JSON that solutions are written in.
export function solutionText(placed = store.placed) {
  const placements = placed.map(({ piece, atoms }) => ({ piece, cells: cellsOf(store.lattice, atoms) }));
  return JSON.stringify({ placements });
}

export function placementsOf(solution) {
  return solution.placements.map(({ piece, cells, rect }) => ({ piece, rect, atoms: atomsOf(store.lattice, cells) }));
}
