// Areas that polygons share, by floats: each ring is a sum of triangles with a sign, holes (the other way round) among them.

// The area that two shapes share, each a list of rings.
/** @param {Point[][]} some @param {Point[][]} others */
export function sharedArea(some, others) {
  const there = others.flatMap(triangles);
  return some
    .flatMap(triangles)
    .reduce((sum, a) => sum + there.reduce((part, b) => part + a.sign * b.sign * common(a, b), 0), 0);
}

// The same of shapes whose triangles are known.
/** @param {Point[]} ring */
export const triangles = (ring) =>
  ring.slice(1, -1).flatMap((corner, i) => {
    /** @type {[Point, Point, Point]} */
    const points = [ring[0], corner, ring[i + 2]];
    const twice = cross(...points);
    if (!twice) return [];
    return [{ sign: Math.sign(twice), points: twice > 0 ? points : points.toReversed() }];
  });

/** @param {Point} one @param {Point} other @param {Point} third */
const cross = ([ax, ay], [bx, by], [cx, cy]) => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

// The area that two triangles share: one is cut along the sides of the other.
/** @param {{ points: Point[] }} one @param {{ points: Point[] }} other */
function common({ points }, other) {
  let left = points;
  for (let i = 0; i < 3 && left.length; i++) left = cut(left, other.points[i], other.points[(i + 1) % 3]);
  if (left.length < 3) return 0;
  return left.slice(1, -1).reduce((sum, corner, i) => sum + cross(left[0], corner, left[i + 2]), 0) / 2;
}

// What of a convex polygon lies to the left of a line.
/** @param {Point[]} polygon @param {Point} from @param {Point} to */
function cut(polygon, from, to) {
  const heights = polygon.map((corner) => cross(from, to, corner));
  return polygon.flatMap((corner, i) => {
    const j = (i + 1) % polygon.length;
    const [here, next] = [heights[i], heights[j]];
    const kept = here >= 0 ? [corner] : [];
    if (here < 0 === next < 0 || !here || !next) return kept;
    const part = here / (here - next);
    return [...kept, corner.map((v, axis) => v + part * (polygon[j][axis] - v))];
  });
}
