// Boards joined to cylinders and tori: the name of a flat lattice with the rows and columns after which it begins again.

import { latticeNamed } from "../state/store.js";

export const SURFACES = ["plane", "cylinder", "torus"];

/** @param {string} name */
export const flatName = (name) => name.split("~")[0];

// The lattice on which pieces are drawn, which is flat.
/** @param {string} name */
export const flatLattice = (name) => latticeNamed(flatName(name));

/** @param {string} name */
export function surfaceOf(name) {
  const [, periods] = name.split("~");
  if (!periods) return "plane";
  return periods.includes("x") ? "torus" : "cylinder";
}

// The name of the lattice of a surface, or else of the same one, for a frame of this size.
/** @param {string} name @param {any} size @param {any} [surface] */
export function fitted(name, size, surface = surfaceOf(name)) {
  const [rows, columns] = size;
  /** @type {Record<string, string>} */
  const periods = { plane: "", cylinder: `~${columns}`, torus: `~${rows}x${columns}` };
  return flatName(name) + periods[surface];
}
