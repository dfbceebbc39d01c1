// The one table of kinds of puzzles: what the page knows of each. Nothing else asks which kind a puzzle is.
//
// What one kind does otherwise than others is said by its traits here, and by its part of the page (`Part` in static.d.ts says
// what may be in it), which is fetched when a puzzle of the kind is opened. Pieces are played by what is there at once. A kind
// that is not here is played by drawing regions.

import { part } from "../core/failures.js";

/** @type {Record<string, Traits>} */
const KINDS = {
  pieces: { bench: "cells", hasPieces: true, isByLattice: true },
  shikaku: {
    bench: "numbers",
    onlyOn: "square",
    genre: "puzz.link",
    part: () => import("../play/shikaku/shikaku.js"),
  },
  edges: { ofPrint: "edges.print", noEdit: "edges.no edit", part: () => import("../play/edges/edges.js") },
  polygons: { hasPieces: true, hasNoCells: true, part: () => import("../play/polygons/polygons.js") },
};
/** @type {Traits} */
const OTHER = { part: () => import("../play/regions.js") };

// What is so of puzzles of a kind; whatever has a kind is asked: a view, a draft.
/** @param {any} it @returns {Traits} */
export const traitsOf = ({ kind }) =>
  typeof kind === "string" && Object.hasOwn(KINDS, kind) ? KINDS[kind] : OTHER;

/** @type {Map<unknown, Part>} */
const fetched = new Map();

// The part of the page for a puzzle's kind, which is there once the puzzle is; undefined for pieces.
/** @param {View} view @returns {Part | undefined} */
export const partOf = (view) => fetched.get(traitsOf(view).part);

// The view, once its part is there.
/** @param {View} view */
export async function withKind(view) {
  const { part: load } = traitsOf(view);
  if (load && !fetched.has(load)) fetched.set(load, await part(load));
  return view;
}

export const PARTS = [...Object.values(KINDS), OTHER].flatMap(({ part: load }) => load ?? []);
