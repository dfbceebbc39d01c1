// Edge matching: the page's part for puzzles of tiles with labels on their sides.

import { areCounted, hasPins } from "../../core/rules.js";
import { meetings } from "../../core/tiles.js";
import { phrase } from "../../words/words.js";

export { TilePlayer as Player } from "./tiles.js";

/** @param {View} _ @param {string} name */
export const subject = (_, name) => phrase("edges.tile", { name });

// What reasons are about is sides that match.
/** @param {string} name */
export const whyKey = (name) => `edges.why.${name}`;

// Reads what lies there: the motion tells a tile's orientation, and the orientation in what sort of place it lies.
/** @param {View} view @param {Lattice} lattice */
export function readerOf(view, lattice) {
  const tiles = new Map(view.pieces_list.map(({ name, orientations }) => [name, orientations]));
  return (
    /** @type {string} */ piece,
    /** @type {Atom[]} */ atoms,
    /** @type {string | undefined} */ motion,
  ) => {
    const slot = lattice.kind(atoms[0]);
    const isTile = (tiles.get(piece) ?? []).some(
      (each) => each.motion === motion && lattice.kind(each.atoms[0]) === slot,
    );
    return isTile && atoms.length === 1 ? { piece, atoms, motion } : null;
  };
}

// Whether every tile lies as it may, and no side meets one that it does not match.
/** @param {View} view @param {Placement[]} placements @param {Lattice} lattice */
export function isSolution(view, placements, lattice) {
  const read = readerOf(view, lattice);
  return (
    areCounted(view, placements) &&
    hasPins(view, placements) &&
    placements.every(({ piece, atoms, motion }) => read(piece, atoms, motion)) &&
    meetings(lattice, view, placements).every(({ isMatch }) => isMatch)
  );
}
