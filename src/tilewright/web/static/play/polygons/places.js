// Where a polygon may lie: anywhere on the board beside what lies there. Like a magnet it is drawn to corners first, then to
// sides along which it slides; where neither is near it lies where it is held. Floats decide here, the server exactly.

import { sharedArea, triangles } from "./areas.js";
import { Exact } from "./exact.js";
import { PARTS, asCell } from "./plane.js";

const SAME = 1e-6; // part of a polygon's area that floats may miss
const PARALLEL = 1e-9;
const [CORNER, SIDE] = [1, 0.6]; // shares of the reach

/** @typedef {import("./plane.js").Plane} Plane */
/** @typedef {[Exact, Exact]} ExactPoint */

/** @implements {PlacesOfPieces} */
export class PolygonPlaces {
  /** @param {View} view @param {Plane} lattice */
  constructor(view, lattice) {
    this.lattice = lattice;
    this.view = view;
    /** @type {Placement[] | null} */
    this.placed = null; // what the following is of
    /** @type {Point[][]} */
    this.laid = []; // what a piece may not lie on
    /** @type {{ point: ExactPoint, at: Point }[]} */
    this.corners = []; // what draws it
    /** @type {{ from: ExactPoint, to: ExactPoint, at: Point[] }[]} */
    this.sides = [];
    this.board = lattice.loops(view.atoms);
    this.around = lattice.bounds(view.atoms);
  }

  // What a piece may not lie on, what it may, and what draws it.
  /** @param {Placement[]} placed */
  know(placed) {
    if (this.placed === placed) return;
    this.placed = placed;
    const atoms = placed.flatMap((placement) => placement.atoms);
    this.laid = this.lattice.loops(atoms);
    const rings = [...this.view.atoms, ...atoms].map((atom) => this.lattice.read(atom));
    const corners = rings.flatMap(({ exact, corners: at }) =>
      exact.map((point, i) => ({ point, at: at[i] })),
    );
    this.corners = [...new Map(corners.map((each) => [each.point.join(), each])).values()];
    this.sides = rings.flatMap(({ exact, corners: at }) =>
      exact.map((from, i) => {
        const j = (i + 1) % exact.length;
        return { from, to: exact[j], at: [at[i], at[j]] };
      }),
    );
  }

  /** @param {Atom[]} atoms @param {Placement[]} placed */
  fit(atoms, placed) {
    this.know(placed);
    return this.isFree(this.lattice.polygon(atoms[0]));
  }

  /** @param {Point[]} corners */
  isFree(corners) {
    const own = Math.abs(
      triangles(corners).reduce((sum, { sign, points }) => sum + sign * areaOf(points), 0),
    );
    const some = [corners];
    const near = Math.max(SAME * own, 1e-9);
    return (
      Math.abs(sharedArea(some, this.board)) > own - near &&
      this.laid.every((ring) => Math.abs(sharedArea(some, [ring])) < near)
    );
  }

  // {shift, atoms} of the place that draws a shape held at `at`, [row, column] as floats; null where it fits nowhere near.
  /** @param {Atom[]} shape @param {number[]} at @param {Placement[]} placed @param {number} within */
  nearest(shape, at, placed, within) {
    this.know(placed);
    const { exact, corners } = this.lattice.read(shape[0]);
    const [dx, dy] = this.lattice.place(at);
    const held = corners.map(([x, y]) => [x + dx, y + dy]);
    return (
      this.atCorner(shape, exact, held, within * CORNER) ??
      this.atSide(shape, exact, held, within * SIDE) ??
      this.whole(shape, at.map((v) => Exact.near(v, PARTS))) // prettier-ignore
    );
  }

  // Corner on corner, the nearest at which it fits.
  /** @param {Atom[]} shape @param {ExactPoint[]} exact @param {Point[]} held @param {number} within */
  atCorner(shape, exact, held, within) {
    /** @type {{ far: number, by: Point, i: number, point: ExactPoint }[]} */
    const near = [];
    held.forEach(([x, y], i) => {
      for (const { point, at } of this.corners) {
        const far = Math.hypot(at[0] - x, at[1] - y);
        if (far <= within) near.push({ far, by: [at[0] - x, at[1] - y], i, point });
      }
    });
    near.sort((a, b) => a.far - b.far);
    for (const { by, i, point } of near) {
      if (!this.isFree(held.map(([x, y]) => [x + by[0], y + by[1]]))) continue;
      return this.whole(shape, [exact[i][1].minus(point[1]), point[0].minus(exact[i][0])]);
    }
    return null;
  }

  // Side along side: it is drawn to the line and stays where it is along it, to a part of a unit.
  /** @param {Atom[]} shape @param {ExactPoint[]} exact @param {Point[]} held @param {number} within */
  atSide(shape, exact, held, within) {
    /** @type {{ far: number, part: number, side: PolygonPlaces["sides"][number], i: number }[]} */
    const near = [];
    held.forEach((from, i) => {
      const to = held[(i + 1) % held.length];
      for (const side of this.sides) {
        const { far, part } = offLine(from, to, side.at);
        if (far <= within) near.push({ far, part, side, i });
      }
    });
    near.sort((a, b) => a.far - b.far);
    for (const { part, side, i } of near) {
      const steps = Math.round(part * PARTS);
      const [x, y] = [0, 1].map((axis) =>
        side.from[axis].plus(side.to[axis].minus(side.from[axis]), steps, PARTS),
      );
      const found = this.whole(shape, [exact[i][1].minus(y), x.minus(exact[i][0])]);
      if (found) return found;
    }
    return null;
  }

  // The place of an exact shift; null where it does not fit.
  /** @param {Atom[]} shape @param {Exact[]} exact @returns {Place | null} */
  whole(shape, exact) {
    const shift = asCell(exact);
    const atoms = this.lattice.shift(shape, shift);
    return this.isFree(this.lattice.polygon(atoms[0])) ? { shift, atoms } : null;
  }

  // Every shift with a corner on a corner at which it fits.
  /** @param {Atom[]} shape @param {Placement[]} placed */
  every(shape, placed) {
    this.know(placed);
    const { exact, corners } = this.lattice.read(shape[0]);
    /** @type {Map<string, number[] | null>} */
    const found = new Map();
    corners.forEach(([x, y], i) => {
      for (const { point, at } of this.corners) {
        const shift = asCell([exact[i][1].minus(point[1]), point[0].minus(exact[i][0])]);
        if (found.has(shift.join())) continue;
        const fits = this.isFree(corners.map(([u, v]) => [u + at[0] - x, v + at[1] - y]));
        found.set(shift.join(), fits ? shift : null);
      }
    });
    return [...found.values()].flatMap((shift) => (shift ? [shift] : []));
  }

  // The first of them from the top, or the middle of the board.
  /** @param {Atom[]} shape @param {Placement[]} placed */
  free(shape, placed) {
    const every = this.every(shape, placed).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    if (every.length) return every[0];
    const { x, y, width, height } = this.around;
    const box = this.lattice.bounds(shape);
    const middle = [x + (width - box.width) / 2 - box.x, y + (height - box.height) / 2 - box.y];
    return this.clamp(shape, this.lattice.cell(middle));
  }

  // A place near `at` that keeps the shape on the picture.
  /** @param {Atom[]} shape @param {number[]} at */
  clamp(shape, at) {
    const box = this.lattice.bounds(shape);
    const [x, y] = this.lattice.place(at);
    /** @param {number} v @param {number} low @param {number} high */
    const within = (v, low, high) => Math.max(Math.min(low, high), Math.min(v, Math.max(low, high)));
    const { around } = this;
    const place = [
      within(x, around.x - box.x, around.x + around.width - box.x - box.width),
      within(y, around.y - box.y, around.y + around.height - box.y - box.height),
    ];
    if (
      Math.hypot(place[0] - x, place[1] - y) < 1e-9 &&
      at.every((v) => /** @type {unknown} */ (v) instanceof Exact)
    )
      return at;
    return asCell(this.lattice.cell(place).map((v) => Exact.near(v, PARTS)));
  }
}

/** @param {Point[]} triangle */
const areaOf = ([[ax, ay], [bx, by], [cx, cy]]) => ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2;

// How far a side lies from a line that it is parallel to, where the two overlap; and where along the line it begins, in parts of
// the line's own length.
/** @param {Point} from @param {Point} to @param {Point[]} line @returns {{ far: number, part: number }} */
function offLine([ax, ay], [bx, by], [[px, py], [qx, qy]]) {
  const [ux, uy, vx, vy] = [bx - ax, by - ay, qx - px, qy - py];
  const long = Math.hypot(vx, vy);
  if (Math.abs(ux * vy - uy * vx) > PARALLEL * long * Math.hypot(ux, uy)) return { far: Infinity, part: 0 };
  /** @param {number} x @param {number} y */
  const part = (x, y) => ((x - px) * vx + (y - py) * vy) / (long * long);
  const ends = [part(ax, ay), part(bx, by)];
  if (Math.max(...ends) <= 0 || Math.min(...ends) >= 1) return { far: Infinity, part: 0 };
  return { far: Math.abs((ax - px) * vy - (ay - py) * vx) / long, part: ends[0] };
}
