// Tiles with labels on their sides: wedges in the labels' colors, half figures that neighbours complete, and what meets.
//
// The server says how each label looks (`view.tile_labels`) and which labels a tile shows in each of its motions.

import { lettering, svg } from "./dom.js";
import { centre, key } from "./lattice.js";

const BAND = 0.12; // width of the border that is asked for, in cells
const NAME = 0.26; // largest size of a name, in cells
const SHARE = 0.54; // of the way from the middle of a tile to its sides, for its name
const SHARE_LONG = 0.4; // for a name of more than two letters
const PATTERNS = 6;
const ENDS = [0.16, 0.84]; // of a side, between which it is jagged where it does not match
const MIDDLE = [0.4, 0.6]; // where it does, a short bar
const TEETH = 6; // of the line where sides do not match
const DEEP = 0.055; // cells

// ---- what a tile shows --------------------------------------------------------------------------------------------

/** @type {WeakMap<View, Map<string, Map<string | undefined, Labels | undefined>>>} */
const tables = new WeakMap(); // view -> name of a tile -> motion -> labels

// The labels of a laid tile, in the order of the lattice's neighbours; undefined where it cannot lie so.
/** @param {View} view @param {Placement} one */
export function labelsOf(view, { piece, motion }) {
  if (!tables.has(view)) {
    const table = new Map();
    for (const { name, orientations } of view.pieces_list)
      table.set(name, new Map(orientations.map((each) => [each.motion, each.labels])));
    tables.set(view, table);
  }
  return tables.get(view).get(piece)?.get(motion);
}

// What a motion makes of the labels of a tile in the first slot: each goes with its side.
/** @param {Lattice} lattice @param {Motion} motion @param {Labels} labels */
export function moved(lattice, motion, labels) {
  const flat = lattice.flat ?? lattice;
  const origin = flat.atom([0, 0], 0);
  const after = flat.neighbours(flat.apply(motion, origin)).map(key);
  /** @type {number[]} */
  const there = flat
    .neighbours(origin)
    .map((/** @type {Atom} */ other) => after.indexOf(key(flat.apply(motion, other))));
  return labels.map((_, side) => labels[there.indexOf(side)]);
}

/** @type {WeakMap<Lattice, Map<number, number[][]>>} */
const sides = new WeakMap(); // flat lattice -> slot -> the numbers of the two corners of each side

// The two ends of each side of an atom, in the order of its labels.
/** @param {Lattice} lattice @param {Atom} atom */
export function sidesOf(lattice, atom) {
  const flat = lattice.flat ?? lattice;
  if (!sides.has(flat)) sides.set(flat, new Map());
  const known = sides.get(flat);
  const slot = flat.kind(atom);
  if (!known.has(slot)) known.set(slot, cornersOfSides(flat, flat.atom([0, 0], slot)));
  const corners = lattice.polygon(atom);
  return known.get(slot).map((ends) => ends.map((number) => corners[number]));
}

/** @param {Lattice} lattice @param {Atom} atom */
function cornersOfSides(lattice, atom) {
  const own = lattice.polygon(atom);
  return lattice.neighbours(atom).map((other) => {
    const theirs = lattice.polygon(other);
    /** @param {Point} it */
    const isShared = ([x, y]) => theirs.some((end) => Math.hypot(end[0] - x, end[1] - y) < 1e-6);
    return own.flatMap((corner, number) => (isShared(corner) ? [number] : []));
  });
}

// Where sides of laid tiles meet one another, or a border that asks for something: {lines, atoms, isMatch}.
// A line is [from, to]; at the seam of a wrapped board there are two, one at each end.
/** @param {Lattice} lattice @param {View} view @param {Placement[]} placed */
export function meetings(lattice, view, placed) {
  const shown = new Map();
  for (const placement of placed) {
    const labels = labelsOf(view, placement);
    if (labels) shown.set(key(placement.atoms[0]), { atom: placement.atoms[0], labels });
  }
  const found = [...shown.values()].flatMap((tile) => inside(lattice, view, shown, tile));
  return [...found, ...atBorder(lattice, view, [...shown.values()])];
}

/** @param {Lattice} lattice @param {View} view @param {Map<string, ShownTile>} shown @param {ShownTile} more */
function inside(lattice, view, shown, { atom, labels }) {
  const lines = sidesOf(lattice, atom);
  return lattice.neighbours(atom).flatMap((other, i) => {
    const across = shown.get(key(other));
    if (!across || key(other) < key(atom)) return []; // each edge once
    const back = lattice.neighbours(other).findIndex((each) => key(each) === key(atom));
    const isMatch = view.tile_labels[labels[i]].partner === across.labels[back];
    const isSeam = lattice.flat && !sidesMeet(lines[i], sidesOf(lattice, other)[back]);
    const drawn = isSeam ? [lines[i], sidesOf(lattice, other)[back]] : [lines[i]];
    return [{ lines: drawn, atoms: [atom, other], isMatch }];
  });
}

/** @param {Point[]} one @param {Point[]} other */
function sidesMeet(one, other) {
  const [[ax, ay], [bx, by]] = [centre(one), centre(other)];
  return Math.hypot(ax - bx, ay - by) < 1e-6;
}

/** @param {Lattice} lattice @param {View} view @param {ShownTile[]} tiles */
function atBorder(lattice, view, tiles) {
  if (view.border === "free") return [];
  const there = new Set(view.atoms.map(key));
  const outer = tiles.flatMap(({ atom, labels }) => {
    const lines = sidesOf(lattice, atom);
    return lattice
      .neighbours(atom)
      .flatMap((other, i) => (there.has(key(other)) ? [] : [{ line: lines[i], atom, label: labels[i] }]));
  });
  const wanted = view.border === "uniform" ? mostOften(outer.map(({ label }) => label)) : view.border;
  return outer.map(({ line, atom, label }) => ({ lines: [line], atoms: [atom], isMatch: label === wanted }));
}

/** @param {Labels} labels @returns {string} */
function mostOften(labels) {
  const counts = new Map();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

// ---- pictures -----------------------------------------------------------------------------------------------------

/** @param {Point} it */
const point = ([x, y]) => `${+x.toFixed(4)} ${+y.toFixed(4)}`;
/** @param {Point[]} points */
const closed = (points) => `M${points.map(point).join("L")}Z`;

// A tile: {labels, looks, name, className}; where it is small (`isPlain`) nothing but its colors.
/** @param {Lattice} lattice @param {Atom[]} atoms @param {Look} other */
export function tileShape(
  lattice,
  [atom],
  { labels = [], looks = {}, name = "", className = "", isPlain = false },
) {
  const corners = lattice.polygon(atom);
  const middle = centre(corners);
  const root = svg("g", { class: `piece tile-shape ${className}` });
  for (const [i, [from, to]] of sidesOf(lattice, atom).entries()) {
    const look = looks[labels[i]];
    const d = closed([from, to, middle]);
    root.append(svg("path.fill.wedge", { d, fill: look.color }));
    if (isPlain || !isWhole(look)) continue;
    root.append(
      svg("path.grain", { d, fill: `url(#hatch${look.number % PATTERNS})` }),
      halfFigure(look, from, to, middle),
    );
  }
  root.append(svg("path.edge", { d: closed(corners), stroke: "#3a342a" }));
  if (name && !isPlain) root.append(nameOf(name, corners, middle));
  return root;
}

// Whether more than its color is known of a label.
/** @param {Partial<LabelLook>} look @returns {look is LabelLook} */
const isWhole = (look) => look.figure !== undefined;

// How a tile of a name is drawn that shows these labels.
/** @param {View} view @param {string} name @param {Labels | undefined} labels @returns {Look} */
export const tileLook = (view, name, labels) => ({
  labels,
  looks: view.tile_labels,
  letters: name.length > 2 ? 60 : undefined,
  draw: labels && tileShape,
});

// The half figure of a label, from the side at `from` and `to` towards `middle`.
/** @param {LabelLook} it @param {Point} from @param {Point} to @param {Point} middle */
function halfFigure({ figure, ink, hollow }, from, to, middle) {
  const d = figure.map((ring) => closed(ringAt(ring, from, to, middle))).join("");
  return svg("path.half-figure", { d, fill: hollow ? "#fff" : ink, stroke: ink });
}

// Points (along, inward), in lengths of a side, at their place.
/** @param {Point[]} ring @param {Point} from @param {Point} to @param {Point} middle */
function ringAt(ring, from, to, middle) {
  const [mx, my] = centre([from, to]);
  const [ax, ay] = [to[0] - from[0], to[1] - from[1]];
  const turn = -ay * (middle[0] - mx) + ax * (middle[1] - my) < 0 ? -1 : 1;
  return ring.map(([along, deep]) => [
    mx + along * ax - turn * deep * ay,
    my + along * ay + turn * deep * ax,
  ]);
}

/** @param {string} name @param {Point[]} corners @param {Point} other */
function nameOf(name, corners, [x, y]) {
  const near = Math.min(
    ...corners.map((corner, i) => {
      const [mx, my] = centre([corner, corners[(i + 1) % corners.length]]);
      return Math.hypot(mx - x, my - y);
    }),
  );
  const room = (name.length > 2 ? SHARE_LONG : SHARE) * near;
  const long = 0.62 * name.length;
  const size = Math.min(NAME, (1.7 * room) / long);
  const r = Math.min(room, Math.max(0.13, 0.62 * long * size));
  return svg("g.tile-name", svg("circle", { cx: x, cy: y, r }), lettering(name, [x, y], size));
}

// What the border asks for, as a band outside the board: in a label's color and figure, or pale where all sides must show
// one and the same label. Nothing where it asks for nothing.
/** @param {Lattice} lattice @param {View} view */
export function borderBand(lattice, view) {
  if (view.border === "free") return [];
  const label = view.tile_labels[view.border];
  const root = svg("g", { class: `border-band ${label ? "" : "uniform"}` });
  const outer = outerSides(lattice, view.atoms);
  const at = Object.groupBy(
    outer.flatMap(({ from, to, out }) => [from, to].map((corner) => ({ corner, out }))),
    ({ corner }) => cornerName(corner),
  );
  /** @param {Point} corner @param {Point} out */
  const tip = (corner, out) => mitre(corner, out, at[cornerName(corner)]);
  for (const { from, to, beyond, out } of outer) {
    const d = closed([from, tip(from, out), tip(to, out), to]);
    root.append(svg("path.band", { d, fill: label?.color ?? "none" }));
    if (label) root.append(halfFigure(view.tile_labels[label.partner], from, to, beyond));
  }
  return [root];
}

// The sides with nothing of the board behind them: their ends, a point beyond, and the unit vector that leads there.
/** @param {Lattice} lattice @param {Atom[]} atoms */
function outerSides(lattice, atoms) {
  const there = new Set(atoms.map(key));
  return atoms.flatMap((atom) => {
    const [cx, cy] = centre(lattice.polygon(atom));
    const near = lattice.neighbours(atom);
    return sidesOf(lattice, atom).flatMap(([from, to], i) => {
      if (there.has(key(near[i]))) return [];
      const beyond = [from[0] + to[0] - cx, from[1] + to[1] - cy];
      const aside = [from[1] - to[1], to[0] - from[0]];
      const turn = aside[0] * (beyond[0] - cx) + aside[1] * (beyond[1] - cy) < 0 ? -1 : 1;
      const out = aside.map((v) => (turn * v) / Math.hypot(...aside));
      return [{ from, to, beyond, out }];
    });
  });
}

/** @param {Point} corner */
const cornerName = (corner) => corner.map((v) => Math.round(v * 1000)).join();

// Where the band's outer line has its corner: on the line halfway to the other side that ends there, if there is one.
/** @param {Point} corner @param {Point} out @param {{ corner: Point, out: Point }[]} ends */
function mitre(corner, out, ends) {
  const other = ends.length === 2 ? ends.find((end) => end.out !== out).out : out;
  const share = BAND / (1 + out[0] * other[0] + out[1] * other[1]);
  return corner.map((v, i) => v + share * (out[i] + other[i]));
}

// Sides that meet: a straight bar where they match, a jagged one where they do not.
/** @param {Meeting[]} found */
export function lights(found) {
  /** @param {Meeting} it */
  const light = ({ lines, isMatch }) => {
    const d = lines.map(([from, to]) => (isMatch ? straight(from, to) : jagged(from, to))).join("");
    const name = isMatch ? "meets" : "clash";
    return [svg("path", { d, class: `${name} casing` }), svg("path", { d, class: name })];
  };
  return svg("g.lights", found.flatMap(light));
}

/** @param {Point} from @param {Point} to @param {number} share */
const between = (from, to, share) => [0, 1].map((i) => from[i] + (to[i] - from[i]) * share);
/** @param {Point} from @param {Point} to */
const straight = (from, to) => `M${MIDDLE.map((share) => point(between(from, to, share))).join("L")}`;

/** @param {Point} from @param {Point} to */
function jagged(from, to) {
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const aside = [(from[1] - to[1]) / long, (to[0] - from[0]) / long];
  const points = Array.from({ length: TEETH + 1 }, (_, i) => {
    const [x, y] = between(from, to, ENDS[0] + ((ENDS[1] - ENDS[0]) * i) / TEETH);
    const deep = i % 2 ? DEEP : -DEEP;
    return point([x + aside[0] * deep, y + aside[1] * deep]);
  });
  return `M${points.join("L")}`;
}
