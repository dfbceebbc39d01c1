// In which order the pieces of a solid can be put together, and where each comes from: taken apart one by one in thought, each
// piece drawn out straight, and all of it backwards.

import { key } from "../core/lattice.js";

// Where a piece may be drawn out to, the first that does: [step of layer, row, column, where it then comes from].
/** @type {[number, number, number, string][]} */
const WAYS = [
  [-1, 0, 0, "above"],
  [0, 1, 0, "front"],
  [0, -1, 0, "back"],
  [0, 0, -1, "left"],
  [0, 0, 1, "right"],
  [1, 0, 0, "below"],
];
const ABOVE = 1; // how many of the ways are open to what does not stand on a grid of cubes
const TOUCH = 1e-3; // cells

/** @typedef {Placement & { index: number }} Left a placement that is still there */
// [{index, from}] of placements in the order in which they are put in; `from` is "" from where no straight way leads. What is
// given lies there from the beginning.
/** @param {Lattice} lattice @param {Placement[]} placements */
export function assembly(lattice, placements) {
  const left = placements.map((placement, index) => ({
    ...placement,
    index,
  }));
  const out = [];
  while (left.length) {
    const next = removable(lattice, left) ?? { piece: highest(left), from: "" };
    left.splice(left.indexOf(next.piece), 1);
    out.push({ index: next.piece.index, from: next.from });
  }
  return out.reverse();
}

// Those on top first, so that what is built grows from below.
/** @param {Lattice} lattice @param {Left[]} left */
function removable(lattice, left) {
  const byHeight = left.toSorted((a, b) => top(a) - top(b));
  const ways = lattice.ball || lattice.kinds > 1 ? WAYS.slice(0, ABOVE) : WAYS;
  for (const [l, r, c, from] of ways) {
    const piece = byHeight.find((each) => !each.fixed && isFree(lattice, each, left, [l, r, c]));
    if (piece) return { piece, from };
  }
  return null;
}

/** @param {Placement} it */
const top = ({ atoms }) => Math.min(...atoms.map(([layer]) => layer));
/** @param {Left[]} left */
const highest = (left) => left.reduce((a, b) => (b.fixed || (!a.fixed && top(a) <= top(b)) ? a : b));

/** @param {Lattice} lattice @param {Placement} piece @param {Placement[]} left @param {number[]} step */
function isFree(lattice, piece, left, step) {
  const others = left.filter((other) => other !== piece).flatMap(({ atoms }) => atoms);
  if (lattice.ball)
    return piece.atoms.every((atom) => others.every((other) => !isOver(lattice, other, atom)));
  const taken = new Set(others.map(key));
  const far = 1 + Math.max(0, ...others.map((atom) => Math.max(...atom.slice(0, 3))));
  return piece.atoms.every((atom) => {
    for (let i = 1; i <= far; i++)
      if (taken.has(key(atom.map((v, axis) => v + (axis < 3 ? i * step[axis] : 0))))) return false;
    return true;
  });
}

// Whether a ball is in the way of another one that is lifted.
/** @param {Lattice} lattice @param {Atom} other @param {Atom} atom */
function isOver(lattice, other, atom) {
  if (other[0] >= atom[0]) return false;
  const [right, down] = lattice.below;
  const [dx, dy] = [
    other[2] - atom[2] + right * (other[0] - atom[0]),
    other[1] - atom[1] + down * (other[0] - atom[0]),
  ];
  return Math.hypot(dx, dy) < 2 * lattice.ball - TOUCH;
}
