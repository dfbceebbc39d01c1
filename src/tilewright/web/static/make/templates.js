// Boards of a shape and a side: triangles, hexagons, diamonds and others, each on its lattice.

import { centre, inside } from "../core/lattice.js";

const HIGH = Math.sqrt(3) / 2; // of a triangle with sides of 1
const LOOSE = 1.001; // an atom whose middle is just on the border is inside

// Corners in the picture's units, for a side of n.
/** @param {number} n */
const triangle = (n) => [
  [0, 0],
  [n / 2, n * HIGH],
  [-n / 2, n * HIGH],
];
/** @param {number} n */
const rhombus = (n) => [
  [0, 0],
  [n / 2, n * HIGH],
  [0, 2 * n * HIGH],
  [-n / 2, n * HIGH],
];
/** @param {number} n */
const hexagon = (n) =>
  [0, 1, 2, 3, 4, 5].map((i) => [n * Math.cos((i * Math.PI) / 3), n * Math.sin((i * Math.PI) / 3)]);
/** @param {number} n */
const diamond = (n) => [
  [0, -n],
  [n, 0],
  [0, n],
  [-n, 0],
];
/** @param {number} n */
const corner = (n) => [
  [0, 0],
  [n, n],
  [0, n],
];
/** @param {number} n */
const octagon = (n) => [
  [n, 0],
  [2 * n, 0],
  [3 * n, n],
  [3 * n, 2 * n],
  [2 * n, 3 * n],
  [n, 3 * n],
  [0, 2 * n],
  [0, n],
];

// Of a lattice whose cells have their middles at whole places, the hull of the middles.
/** @param {any} shape */
const middles = (shape) => (/** @type {number} */ n) => shape(Math.max(n - 1, 0.1));
/** @param {any} shape */
const flat = (shape) => (/** @type {number} */ n) => (/** @type {Point} */ point) =>
  inside(loose(shape(n)), point);
/** @param {any} test */
const steps = (test) => (/** @type {number} */ n) => (/** @type {any} */ _, /** @type {Atom} */ cell) =>
  test(n, cell);

/** @type {Record<string, any>} */
const SHAPES = {
  square: {
    diamond: steps((/** @type {number} */ n, /** @type {any} */ [r, c]) => Math.abs(r) + Math.abs(c) < n),
    stairs: steps((/** @type {number} */ n, /** @type {any} */ [r, c]) => c >= 0 && r < n && c <= r),
    cross: steps(
      (/** @type {number} */ n, /** @type {any} */ [r, c]) =>
        Math.min(Math.abs(r), Math.abs(c)) === 0 && Math.max(Math.abs(r), Math.abs(c)) < n,
    ),
  },
  halfsquare: { diamond: flat(diamond), triangle: flat(corner), octagon: flat(octagon) },
  triangular: { triangle: flat(triangle), hexagon: flat(hexagon), rhombus: flat(rhombus) },
  hexagonal: {
    triangle: flat(middles(triangle)),
    hexagon: flat(middles(hexagon)),
    rhombus: flat(middles(rhombus)),
  },
  cubic: {
    pyramid: steps(
      (/** @type {number} */ n, /** @type {any} */ [l, r, c]) =>
        Math.max(Math.abs(r), Math.abs(c)) <= l && l < n,
    ),
    stairs: steps(
      (/** @type {number} */ n, /** @type {any} */ [l, r, c]) => r >= 0 && r <= l && l < n && c >= 0 && c < n,
    ),
    tetrahedron: steps(
      (/** @type {number} */ n, /** @type {any} */ [l, r, c]) => r >= 0 && c >= 0 && r + c <= l && l < n,
    ),
  },
  spheres: {
    pyramid: steps(
      (/** @type {number} */ n, /** @type {any} */ [l, r, c]) =>
        l < n && Math.min(r, c) >= n - 1 - l && Math.max(r, c) < n,
    ),
    tetrahedron: steps(
      (/** @type {number} */ n, /** @type {any} */ [l, r, c]) =>
        l < n && r >= n - 1 - l && r < n && c >= 0 && c < n - l,
    ),
  },
  prism: { triangle: flat(triangle), hexagon: flat(hexagon), rhombus: flat(rhombus) },
};

/** @param {string} name */
export const templatesOf = (name) => Object.keys(SHAPES[name] ?? {});

// The atoms of a shape of side n, as near to the origin as can be; a solid of the plane's shapes has so many layers.
/** @param {Lattice} lattice @param {any} shape @param {number} n @param {number} [layers] */
export function templateAtoms(lattice, shape, n, layers = 1) {
  const test = SHAPES[lattice.name][shape](n);
  const isSolid = lattice.dimension === 3;
  const high = isSolid ? (lattice.name === "prism" ? layers : n) : 0;
  const reach = 3 * n + 2;
  const wide = 2 * reach + 1;
  const cells = lattice
    .cells(isSolid ? [high, wide, wide] : [wide, wide])
    .map((cell) => cell.map((v, i) => (isSolid && i === 0 ? v : v - reach)));
  const atoms = cells.flatMap((cell) =>
    lattice.atomsOfCell(cell).filter((atom) => test(centre(lattice.polygon(atom)), cell)),
  );
  return lattice.normal(atoms);
}

// The corners moved a little away from their middle.
/** @param {Point[]} corners */
function loose(corners) {
  const [mx, my] = centre(corners);
  /** @param {any} v @param {any} m */
  const far = (v, m) => m + (v - m) * LOOSE + Math.sign(v - m) * 1e-6;
  return corners.map(([x, y]) => [far(x, mx), far(y, my)]);
}
