// Polygons: the page's part for puzzles whose pieces lie anywhere in a plane without cells.

import { phrase, phraseOr } from "../../words/words.js";
import { Plane } from "./plane.js";

export { Player } from "./player.js";

/** @type {WeakMap<View, Plane>} */
const planes = new WeakMap();

/** @param {View} view @param {Record<string, Lattice>} lattices */
export function latticeOf(view, lattices) {
  if (!planes.has(view)) planes.set(view, new Plane(view, lattices.square));
  return planes.get(view);
}

// Some are called by words, others by letters.
/** @param {View} _ @param {string} name */
export const subject = (_, name) => phrase(name.length > 2 ? "hints.piece named" : "hints.piece", { name });

// That pieces may lie as they do is for the server to say.
export const isSolution = () => false;

/** @param {Reason} reason */
export const reasonText = ({ kind }) => phraseOr(`hints.reason.polygons ${kind}`, "");
