// Boards joined to cylinders and tori: the name of a flat lattice with the rows and columns after which it begins again.

import { $, labelled, select } from "../core/dom.js";
import { latticeNamed } from "../state/store.js";
import { phrase } from "../words/words.js";
import { change, make } from "./draft.js";

/** @param {string} name */
export const flatName = (name) => name.split("~")[0];

// The lattice on which pieces are drawn, which is flat.
/** @param {string} name */
export const flatLattice = (name) => latticeNamed(flatName(name));

/** @param {string} name */
function surfaceOf(name) {
  const [, periods] = name.split("~");
  if (!periods) return "plane";
  return periods.includes("x") ? "torus" : "cylinder";
}

/** @param {string} name @param {number[]} size @returns {Record<string, string>} */
const surfaces = (name, [rows, columns]) => ({
  plane: flatName(name),
  cylinder: `${flatName(name)}~${columns}`,
  torus: `${flatName(name)}~${rows}x${columns}`,
});

// The name of the lattice of the same surface for a frame of this size.
/** @param {string} name @param {number[]} size */
export const fitted = (name, size) => surfaces(name, size)[surfaceOf(name)];

// The choice among the surfaces; null in space. `after` is called when the board has become another.
/** @param {() => void} after */
export function surfaceBox(after) {
  const { lattice, size } = make.draft;
  if (size.length !== 2) return null;
  const names = surfaces(lattice, size);
  /** @param {string} name */
  const choose = (name) => {
    change((draft) => (draft.lattice = names[name]));
    after();
    $("make-surface").focus();
  };
  const textOf = (/** @type {string} */ name) => phrase(`templates.surface ${name}`);
  const list = select(Object.keys(names), surfaceOf(lattice), textOf, choose, { id: "make-surface" });
  return labelled(phrase("templates.surface"), list);
}
