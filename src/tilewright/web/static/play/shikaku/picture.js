// Pictures of Shikaku: the numbers, and the colors of rectangles.

import { lettering, svg } from "../../core/dom.js";
import { key } from "../../core/lattice.js";
import { mapColors } from "./mapcolors.js";

// The numbers of a Shikaku; those on a rectangle are dark, whatever the page's ink.
/** @param {Pick<View, "clues">} view @param {Placement[]} [placements] */
export function clues(view, placements = []) {
  const group = svg("g.clues");
  for (const [row, column, value] of view.clues) {
    const text = value === null ? "?" : String(value);
    const size = text.length > 2 ? 0.36 : 0.5;
    group.append(lettering(text, [column + 0.5, row + 0.5], size));
  }
  darkenClues(group, view, placements);
  return group;
}

// The cell of a number, in one text.
/** @param {Clue} clue */
export const clueName = ([row, column]) => key([row, column]);

/** @param {Element} group @param {Pick<View, "clues">} view @param {Placement[]} placements */
export function darkenClues(group, view, placements) {
  const covered = new Set(placements.flatMap(({ atoms }) => atoms.map(key)));
  [...group.children].forEach((text, i) =>
    text.classList.toggle("dark", covered.has(clueName(view.clues[i]))),
  );
}

const drawn = new WeakMap(); // regions of a lattice -> name of a rectangle -> the number of its color

// The colors of Shikaku rectangles; neighbors never share one.
/** @param {Lattice} lattice @param {Placement[]} placements */
export function rectColors(lattice, placements) {
  if (!drawn.has(lattice.regions)) drawn.set(lattice.regions, new Map());
  const known = drawn.get(lattice.regions);
  const rects = placements.map(({ rect }) => /** @type {Rect} */ (rect));
  const numbers = mapColors(rects, known);
  rects.forEach((rect, i) => known.set(String(rect), numbers[i]));
  return numbers.map((number) => lattice.regions[number]);
}

// Top, left, height and width of what the atoms lie in.
/** @param {Atom[]} atoms @returns {Rect} */
export function boxOf(atoms) {
  const [rows, columns] = [0, 1].map((axis) => atoms.map((atom) => atom[axis]));
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  return [top, left, Math.max(...rows) - top + 1, Math.max(...columns) - left + 1];
}
