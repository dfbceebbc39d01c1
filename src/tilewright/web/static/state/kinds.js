// Kinds of puzzles that are played by a part of the page of their own, which is fetched when one is opened. Such a part has
// `latticeOf(view, lattices)` and the class `Player`.

import { part } from "../core/failures.js";

/** @type {Record<string, () => Promise<any>>} */
export const PARTS = { polygons: () => import("../play/polygons/player.js") };
/** @type {Record<string, any>} */
const known = {};

/** @param {any} it */
export const kindOf = ({ kind }) => known[kind];

// The view, once its part is there.
/** @param {View} view */
export async function withKind(view) {
  const { kind } = view;
  if (Object.hasOwn(PARTS, kind)) known[kind] ??= await part(PARTS[kind]);
  return view;
}
