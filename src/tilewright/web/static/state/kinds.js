// The one table of kinds of puzzles: what the page knows of each. Nothing else asks which kind a puzzle is.
//
// A kind may be played by a part of the page of its own, which is fetched when one is opened. Such a part has the class `Player`
// and may have `latticeOf(view, lattices)`. A kind that is not here is played by drawing regions.

import { part } from "../core/failures.js";

/** @type {Record<string, () => Promise<any>>} */
export const PARTS = {
  polygons: () => import("../play/polygons/player.js"),
  regions: () => import("../play/regions.js"),
};

/** @type {Record<string, Traits>} */
const KINDS = {
  pieces: { canEdit: true, hasPieces: true, isByLattice: true },
  shikaku: { canEdit: true, hasNumbers: true, genre: "puzz.link" },
  edges: { hasLabels: true }, // Make writes none
  polygons: { hasPieces: true, hasNoCells: true, hasLongNames: true, part: "polygons" },
};
/** @type {Traits} */
const OTHER = { part: "regions", isDrawn: true };

// What is so of puzzles of a kind; whatever has a kind is asked: a view, a draft.
/** @param {any} it @returns {Traits} */
export const traitsOf = ({ kind }) => (Object.hasOwn(KINDS, kind) ? KINDS[kind] : OTHER);

/** @type {Record<string, any>} */
const known = {}; // parts that were fetched

/** @param {any} view */
export const partOf = (view) => known[traitsOf(view).part ?? ""];

// The view, once its part is there.
/** @param {View} view */
export async function withKind(view) {
  const { part: name } = traitsOf(view);
  if (name) known[name] ??= await part(PARTS[name]);
  return view;
}
