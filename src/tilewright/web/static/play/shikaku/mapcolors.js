// Colors of a map of rectangles, so that neighbors never share one. Six are always enough: in every part of a flat map some
// region has five neighbors at most.

// The number of a color for each of the rectangles [top, left, height, width]. Those of `known`, by name, keep theirs while
// that goes well, so that a map that is drawn on does not change under the hand.
/** @param {Rect[]} rects @param {Map<string, number>} [known] @returns {number[]} */
export function mapColors(rects, known = new Map()) {
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
