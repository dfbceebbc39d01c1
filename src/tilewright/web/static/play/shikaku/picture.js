// Pictures of Shikaku: the numbers, and the colors of rectangles.

import { lettering, svg } from "../../core/dom.js";
import { key } from "../../core/lattice.js";

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

// ---- mapcolors -----------------------------------------------------------------------------------------------------

// Colors of a map of rectangles, so that neighbors never share one. Six are always enough: in every part of a flat map some
// region has five neighbors at most.

// The number of a color for each of the rectangles [top, left, height, width]. Those of `known`, by name, keep theirs while
// that goes well, so that a map that is drawn on does not change under the hand.
/** @param {Rect[]} rects @param {Map<string, number>} [known] @returns {number[]} */
function mapColors(rects, known = new Map()) {
  const near = rects.map((one) => rects.flatMap((other, i) => (touch(one, other) ? [i] : [])));
  const kept = rects.map((rect) => known.get(String(rect)));
  return colored(near, rects.keys(), kept) ?? colored(near, fewestLast(near), []) ?? [];
}

// Each in turn gets its color, or the first that no neighbor has; null where a seventh would be needed.
/** @param {number[][]} near @param {Iterable<number>} order @param {(number | undefined)[]} kept */
function colored(near, order, kept) {
  /** @type {number[]} */
  const colors = [];
  for (const i of order) {
    const taken = new Set(near[i].map((other) => colors[other]));
    const free = [0, 1, 2, 3, 4, 5].filter((color) => !taken.has(color));
    if (!free.length) return null;
    const own = kept[i];
    colors[i] = own !== undefined && free.includes(own) ? own : free[0];
  }
  return colors;
}

// The one with the fewest neighbors is taken off the map, again and again; they are colored in the opposite order.
/** @param {number[][]} near */
function fewestLast(near) {
  const left = new Set(near.keys());
  /** @type {number[]} */
  const order = [];
  /** @param {number} i */
  const count = (i) => near[i].filter((other) => left.has(other)).length;
  while (left.size) {
    const next = [...left].reduce((best, i) => (count(i) < count(best) ? i : best));
    left.delete(next);
    order.unshift(next);
  }
  return order;
}

/** @param {Rect} it @param {Rect} one */
function touch([top, left, height, width], [otop, oleft, oheight, owidth]) {
  const rows = top < otop + oheight && otop < top + height;
  const columns = left < oleft + owidth && oleft < left + width;
  const beside = left + width === oleft || oleft + owidth === left;
  const below = top + height === otop || otop + oheight === top;
  return (rows && beside) || (columns && below);
}
