// Shikaku: the page's part for puzzles whose numbers each ask for a rectangle.

import { key } from "../../core/lattice.js";
import { hasPins } from "../../core/rules.js";
import { phrase } from "../../words/words.js";
import { boxOf, clueName, clues, darkenClues, rectColors } from "./picture.js";

export { RectanglePlayer as Player } from "./rectangles.js";

/** @param {Lattice} lattice @param {View} _ @param {Placement[]} placements @returns {Look[]} */
export const looksOf = (lattice, _, placements) =>
  rectColors(lattice, placements).map((color) => ({ name: "", color, index: 2 }));

/** @param {View} view */
export const cardParts = ({ clues: all }) => ({
  clues: all.map(([row, column, value]) => [column, row, value ?? "?"]),
});

/** @param {View} view */
export function writing(view) {
  const root = clues(view);
  /** @param {Placement[]} placements */
  const show = (placements) => darkenClues(root, view, placements);
  return { root, show };
}

// Pieces are named by the cells of their numbers.
/** @param {View} view @param {string} name */
const clueOf = (view, name) => view.clues.find(([row, column]) => `${row},${column}` === name);

/** @param {string} name */
export const homesOf = (name) => [[name.split(",").map(Number)]];

// On the map of places a list of the clues, whose numbers stand in the cells.
export const mapButtons = 0;
export const mapText = () => "";

// ---- words --------------------------------------------------------------------------------------------------------

/** @param {View} view @param {string} name */
export function subject(view, name) {
  const clue = clueOf(view, name);
  if (!clue) return phrase("hints.rectangle", { clue: "?" });
  const [row, column, value] = clue;
  const place = `${phrase("page.row", { n: row + 1 })}, ${phrase("page.column", { n: column + 1 })}`;
  return phrase("hints.rectangle at", { clue: value ?? "?", place });
}

/** @param {Reason} reason @param {View} view */
export function reasonText(reason, view) {
  if (reason.kind === "unplaceable")
    return phrase("hints.reason.no rectangle", {
      clue: subject(view, reason.cells[0].slice(0, 2).join(",")),
    });
  if (reason.kind !== "area") return "";
  const sum = view.clues.reduce((total, [, , value]) => total + (value ?? 0), 0);
  return phrase("hints.reason.area shikaku", { sum, cells: view.atoms.length });
}

/** @param {Fault} fault @param {View} view */
export function faultText({ rule, atoms }, view) {
  if (rule === "shape") return phrase("hints.fault.shape shikaku");
  if (rule !== "size") return "";
  const clue = view.clues.find(([row, column]) => atoms.some(([r, c]) => r === row && c === column));
  const cells = atoms.length;
  return clue?.[2]
    ? phrase("hints.fault.size", { clue: clue[2], cells })
    : phrase("hints.fault.size unknown", { cells });
}

// ---- rules --------------------------------------------------------------------------------------------------------

// Reads what lies there: the rectangle of a clue; null for anything else.
/** @param {View} view */
export const readerOf = (view) => (/** @type {string} */ piece, /** @type {Atom[]} */ atoms) => {
  const rect = boxOf(atoms);
  const clue = clueOf(view, piece);
  const isIn = clue && atoms.some((atom) => key(atom) === clueName(clue));
  return isIn && rect[2] * rect[3] === atoms.length ? { piece, rect, atoms } : null;
};

// Whether each rectangle has its number in it, no other, and its size.
/** @param {View} view @param {Placement[]} placements */
export function isSolution(view, placements) {
  const read = readerOf(view);
  /** @param {Placement} placement */
  const isRight = ({ piece, atoms }) => {
    const cells = new Set(atoms.map(key));
    const inside = view.clues.filter((clue) => cells.has(clueName(clue)));
    return read(piece, atoms) && inside.length === 1 && (inside[0][2] ?? atoms.length) === atoms.length;
  };
  return hasPins(view, placements) && placements.every(isRight);
}
