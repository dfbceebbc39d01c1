// Boards of a shape and a side: triangles, hexagons, diamonds and others, each on its lattice.

import { inside } from "../core/contour.js";
import { centre } from "../core/lattice.js";

const HIGH = Math.sqrt(3) / 2; // of a triangle with sides of 1
const LOOSE = 1.001; // an atom whose middle is just on the border is inside

// Corners in the picture's units for a side of n, told as x, y, x, y, ... for a side of 1.
/** @param {number[]} ends */
const hull = (ends) => (/** @type {number} */ n) =>
  ends.flatMap((x, i) => (i % 2 ? [] : [[n * x, n * ends[i + 1]]]));
const triangle = hull([0, 0, 0.5, HIGH, -0.5, HIGH]);
const rhombus = hull([0, 0, 0.5, HIGH, 0, 2 * HIGH, -0.5, HIGH]);
const hexagon = hull([1, 0, 0.5, HIGH, -0.5, HIGH, -1, 0, -0.5, -HIGH, 0.5, -HIGH]);
const diamond = hull([0, -1, 1, 0, 0, 1, -1, 0]);
const corner = hull([0, 0, 1, 1, 0, 1]);
const octagon = hull([1, 0, 2, 0, 3, 1, 3, 2, 2, 3, 1, 3, 0, 2, 0, 1]);

/** @typedef {(n: number) => (point: Point, cell: Atom) => boolean} Shape what belongs to a board of side n */
// What lies in a hull; of a lattice whose cells have their middles at whole places, in the hull of the middles.
/** @param {(n: number) => Point[]} shape @returns {Shape} */
const flat = (shape) => (n) => (point) => inside(loose(shape(n)), point);
/** @param {(n: number) => Point[]} shape @returns {Shape} */
const middles = (shape) => (n) => (point) => inside(loose(shape(Math.max(n - 1, 0.1))), point);
/** @param {(n: number, cell: Atom) => boolean} test @returns {Shape} */
const steps = (test) => (n) => (_, cell) => test(n, cell);

/** @type {Record<string, Record<string, Shape>>} */
const SHAPES = {
  square: {
    diamond: steps((n, [r, c]) => Math.abs(r) + Math.abs(c) < n),
    stairs: steps((n, [r, c]) => c >= 0 && r < n && c <= r),
    cross: steps((n, [r, c]) => !(r && c) && Math.abs(r + c) < n),
  },
  halfsquare: { diamond: flat(diamond), triangle: flat(corner), octagon: flat(octagon) },
  triangular: { triangle: flat(triangle), hexagon: flat(hexagon), rhombus: flat(rhombus) },
  hexagonal: { triangle: middles(triangle), hexagon: middles(hexagon), rhombus: middles(rhombus) },
  cubic: {
    pyramid: steps((n, [l, r, c]) => Math.max(Math.abs(r), Math.abs(c)) <= l && l < n),
    stairs: steps((n, [l, r, c]) => r >= 0 && r <= l && l < n && c >= 0 && c < n),
    tetrahedron: steps((n, [l, r, c]) => r >= 0 && c >= 0 && r + c <= l && l < n),
  },
  spheres: {
    pyramid: steps((n, [l, r, c]) => l < n && Math.min(r, c) >= n - 1 - l && Math.max(r, c) < n),
    tetrahedron: steps((n, [l, r, c]) => l < n && r >= n - 1 - l && r < n && c >= 0 && c < n - l),
  },
  prism: { triangle: flat(triangle), hexagon: flat(hexagon), rhombus: flat(rhombus) },
};

/** @param {string} name */
export const templatesOf = (name) => Object.keys(SHAPES[name] ?? {});

// The atoms of a shape of side n, as near to the origin as can be; a solid of the plane's shapes has so many layers.
/** @param {Lattice} lattice @param {string} shape @param {number} n @param {number} [layers] */
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
  /** @param {number} v @param {number} m */
  const far = (v, m) => m + (v - m) * LOOSE + Math.sign(v - m) * 1e-6;
  return corners.map(([x, y]) => [far(x, mx), far(y, my)]);
}
