// Kinds of puzzles that are played by a part of the page of their own, which is fetched when one is opened. Such a part has
// `latticeOf(view, lattices)` and the class `Player`.

import { part } from "../core/failures.js";

export const PARTS = { polygons: () => import("../play/polygons/player.js") };
const known = {};

export const kindOf = ({ kind }) => known[kind];

// The view, once its part is there.
export async function withKind(view) {
  const { kind } = view;
  if (Object.hasOwn(PARTS, kind)) known[kind] ??= await part(PARTS[kind]);
  return view;
}
