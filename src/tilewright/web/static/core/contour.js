// The outline of a piece as an object: a little inside its cells, with round corners.

const SPIKE = 0.3; // least of 1 + cosine, so that a sharp corner does not run away
const STRAIGHT = 1e-6;

// `loops` are closed lists of corners, as a lattice's `loops` gives them; `sign` is that of a cell's area. An SVG path.
/** @param {Point[][]} loops @param {number} sign @param {number} inset @param {number} radius */
export function contour(loops, sign, inset, radius) {
  return loops
    .map((loop) => bends(loop))
    .filter((loop) => loop.length > 2)
    .map((loop) => rounded(moved(loop, sign * inset), radius))
    .join("");
}

// Twice the area of a polygon, positive where its corners turn from x to y.
/** @param {Point[]} points */
export const areaOf = (points) =>
  points.reduce((sum, [x, y], i) => {
    const [nx, ny] = points[(i + 1) % points.length];
    return sum + x * ny - nx * y;
  }, 0);

// Whether a point is inside a polygon.
/** @param {Point[]} corners @param {Point} one */
export function inside(corners, [x, y]) {
  let odd = false;
  corners.forEach(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  });
  return odd;
}

// Only the points at which the line bends.
/** @param {Point[]} loop */
const bends = (loop) =>
  loop.filter((point, i) => {
    const [u, v] = ends(loop, i);
    return Math.abs(u[0] * v[1] - u[1] * v[0]) > STRAIGHT || u[0] * v[0] + u[1] * v[1] < 0;
  });

// Unit vectors into a corner and out of it, with their lengths.
/** @param {Point[]} loop @param {number} i */
function ends(loop, i) {
  const [before, here, after] = [loop.at(i - 1), loop[i], loop[(i + 1) % loop.length]];
  return [unit(before, here), unit(here, after)];
}

/** @param {Point} it @param {Point} one */
function unit([ax, ay], [bx, by]) {
  const far = Math.hypot(bx - ax, by - ay);
  return [(bx - ax) / far, (by - ay) / far, far];
}

/** @param {Point[]} loop @param {number} inset */
function moved(loop, inset) {
  return loop.map(([x, y], i) => {
    const [u, v] = ends(loop, i);
    const share = inset / Math.max(SPIKE, 1 + u[0] * v[0] + u[1] * v[1]);
    return [x - (u[1] + v[1]) * share, y + (u[0] + v[0]) * share];
  });
}

/** @param {Point[]} loop @param {number} radius */
function rounded(loop, radius) {
  /** @param {number} x @param {number} y */
  const text = (x, y) => `${+x.toFixed(3)} ${+y.toFixed(3)}`;
  const parts = loop.map(([x, y], i) => {
    const [u, v] = ends(loop, i);
    const r = Math.min(radius, u[2] / 2, v[2] / 2);
    return `${text(x - u[0] * r, y - u[1] * r)}Q${text(x, y)} ${text(x + v[0] * r, y + v[1] * r)}`;
  });
  return `M${parts.join("L")}Z`;
}

// The boundary of some polygons as closed lists of corners: every edge that only one of them has.
/** @param {Point[][]} polygons */
export function loopsAround(polygons) {
  const edges = new Map();
  /** @param {Point} it */
  const name = ([x, y]) => `${Math.round(x * 3000)},${Math.round(y * 3000)}`;
  for (const corners of polygons) {
    corners.forEach((from, i) => {
      const to = corners[(i + 1) % corners.length];
      const back = `${name(to)}>${name(from)}`;
      if (edges.has(back)) edges.delete(back);
      else edges.set(`${name(from)}>${name(to)}`, [from, to]);
    });
  }
  const next = new Map();
  for (const [from, to] of edges.values()) {
    if (!next.has(name(from))) next.set(name(from), []);
    next.get(name(from)).push([from, to]);
  }
  const loops = [];
  for (const start of edges.values()) {
    const first = name(start[0]);
    if (!next.get(first)?.length) continue;
    let [from, to] = next.get(first).pop();
    const loop = [from];
    while (name(to) !== first) {
      loop.push(to);
      [from, to] = turning(from, to, next.get(name(to)));
    }
    loops.push(loop);
  }
  return loops;
}

// Of several edges that leave a corner (shapes touching there) the one that keeps to the same shape.
/** @param {Point} from @param {Point} to @param {Point[][]} choices */
function turning(from, to, choices) {
  if (choices.length === 1) return choices.pop();
  /** @param {Point} a @param {Point} b */
  const angle = (a, b) => Math.atan2(b[1] - a[1], b[0] - a[0]);
  const came = angle(to, from);
  /** @param {Point[]} edge */
  const score = (edge) => (angle(edge[0], edge[1]) - came + 4 * Math.PI) % (2 * Math.PI);
  choices.sort((a, b) => score(b) - score(a));
  return choices.pop();
}
