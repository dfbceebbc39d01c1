// Edge matching: the page's part for puzzles of tiles with labels on their sides.

import { areCounted, hasPins } from "../../core/rules.js";
import { borderBand, labelsOf, meetings, tileLook } from "../../core/tiles.js";
import { USUAL } from "../../core/kinds.js";
import { phrase } from "../../words/words.js";

export { TilePlayer as Player } from "./tiles.js";

/** @param {View} _ @param {string} name */
export const subject = (_, name) => phrase("edges.tile", { name });

// What reasons are about is sides that match.
/** @param {string} name */
export const whyKey = (name) => `edges.why.${name}`;

// Cells around a board, which has a band at its border.
export const margin = 0.3;
export const border = borderBand;

/** @param {View} view @param {Placement} placement */
export const lookOf = (view, placement) => ({
  ...USUAL.lookOf(view, placement),
  ...tileLook(view, placement.piece, labelsOf(view, placement)),
});

// The colors of the tiles' sides, by the tiles' names.
/** @param {View} view */
export const cardParts = ({ pieces_list: tiles, tile_labels: looks }) => ({
  tiles: Object.fromEntries(
    tiles.map(({ name, orientations: [{ labels = [] }] }) => [
      name,
      labels.map((label) => looks[label].color),
    ]),
  ),
});

// How a tile lies, which its labels depend on.
/** @param {{ id?: string }} row */
export const motionOf = ({ id = "" }) => id.slice(id.lastIndexOf("/") + 1);

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
