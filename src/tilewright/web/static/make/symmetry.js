// The symmetry brush: what is painted in one place is painted in all its images around the middle of the frame. The groups of a
// lattice are chosen in up to three short lists: which turns, which mirrors, and about which axis.

import { $, el, labelled, select } from "../core/dom.js";
import { phrase } from "../words/words.js";

/** @type {SymmetryStep[]} */
export const STEPS = ["turns", "mirrors", "axis"];

// `choose` is told which of the groups is chosen; `chosen` is the one that is so at first.
/** @param {SymmetryGroup[]} groups @param {SymmetryGroup | null} chosen @param {(group: SymmetryGroup) => void} choose */
export function symmetryBox(groups, chosen, choose) {
  const box = el("span.row", { id: "make-symmetries" });
  drawLists(box, groups, chosen ?? groups[0], choose);
  return box;
}

/** @param {Element} box @param {SymmetryGroup[]} groups @param {SymmetryGroup} chosen @param {(group: SymmetryGroup) => void} choose */
function drawLists(box, groups, chosen, choose) {
  const had = document.activeElement?.id;
  let left = groups;
  const lists = STEPS.flatMap((step) => {
    const [offered, names] = [left, namesOf(left, step)];
    const now = names[offered.indexOf(chosen)];
    left = offered.filter((_, i) => names[i] === now);
    const different = [...new Set(names)];
    if (different.length < 2) return [];
    /** @param {string} name */
    const pick = (name) => {
      const next = offered[names.indexOf(name)];
      choose(next);
      drawLists(box, groups, next, choose);
    };
    return labelled(
      phrase(`templates.${step}`),
      select(different, now, String, pick, { id: `make-${step}` }),
    );
  });
  box.replaceChildren(...lists);
  if (STEPS.some((step) => had === `make-${step}`)) $(had)?.focus();
}

// What each group is called in a step; in the last, those without a name of their own are numbered.
/** @param {SymmetryGroup[]} groups @param {SymmetryStep} step @returns {string[]} */
function namesOf(groups, step) {
  let number = 0;
  const all = groups.map((group) => group[step]);
  if (step !== "axis") return all;
  const isOwn = (/** @type {string} */ name) => name && all.filter((each) => each === name).length === 1;
  return all.map((name) => (isOwn(name) ? name : phrase("templates.axis number", { number: ++number })));
}

// ---- the groups of a lattice ---------------------------------------------------------------------------------------

const PARTS = 6; // middles are looked for at sixths of a cell: corners, edges and middles of every lattice are there

// The groups with what they are called: [{turns, mirrors, axis, motions: [{motion, shift}]}], the first does nothing.
/** @param {Lattice} lattice @param {number[]} size */
export function symmetries(lattice, size) {
  const known = new Map(lattice.motions.map((motion) => [motion.name, motion]));
  const groups = lattice.groups.map(([, names]) => names.map((name) => known.get(name)));
  return groups.filter(lattice.ball ? keepsLayers : Boolean).flatMap((motions) => {
    const placed = around(lattice, size, motions);
    return placed ? [{ ...labels(lattice, motions), motions: placed }] : [];
  });
}

// Of balls the layers are seen: axes that lean through them would have no name.
/** @param {Motion[]} motions */
const keepsLayers = (motions) => motions.every(({ matrix }) => matrix[0].join() === "1,0,0");

/** @param {Lattice} lattice @param {Pick<SymmetryGroup, "motions">} group @param {Atom} atom @returns {Atom[]} */
export function images(lattice, { motions }, atom) {
  return motions.map(({ motion, shift }) => lattice.shift([lattice.apply(motion, atom)], shift)[0]);
}

// ---- where the middle is ------------------------------------------------------------------------------------------

// The motions about the point nearest to the frame's middle that all of them can keep; null if there is none.
/** @param {Lattice} lattice @param {number[]} size @param {Motion[]} motions */
function around(lattice, size, motions) {
  const inner = lattice.middle.map((middle) => within(lattice, middle));
  const mean = size.map((_, i) => inner.reduce((sum, place) => sum + place[i], 0) / inner.length);
  const middle = size.map((n, i) => (n - 1) / 2 + mean[i]);
  if (lattice.ball) middle[0] = size[0] - 0.5; // layers lean: the lowest one is as the frame is, above a pyramid's axis
  const drifts = motions.map((motion) => driftOf(motion, inner));
  for (const center of centersNear(lattice, middle)) {
    const shifts = motions.map((motion, i) =>
      times(motion.matrix, center).map((v, axis) => center[axis] - v - drifts[i][axis]),
    );
    if (shifts.flat().every((v) => Math.abs(v - Math.round(v)) < 1e-6))
      return motions.map((motion, i) => ({ motion, shift: shifts[i].map(Math.round) }));
  }
  return null;
}

// A point of cell 0 in parts of the cell.
/** @param {Lattice} lattice @param {Point} one */
function within(lattice, [x, y]) {
  const [down, right] = lattice.inverse;
  const flat = [x * down[0] + y * right[0], x * down[1] + y * right[1]];
  return lattice.dimension === 3 ? [0.5, ...flat] : flat;
}

// A motion moves atoms as its matrix moves their middles, and a constant more.
/** @param {Motion} motion @param {number[][]} inner */
function driftOf({ matrix, offsets, kinds }, inner) {
  const moved = times(matrix, inner[0]);
  return inner[kinds[0] ?? 0].map((v, i) => v + (offsets[0]?.[i] ?? 0) - moved[i]);
}

/** @param {number[][]} matrix @param {number[]} vector */
const times = (matrix, vector) => matrix.map((row) => row.reduce((sum, m, j) => sum + m * vector[j], 0));

// Points at sixths of cells, the nearest to the middle first.
/** @param {Lattice} lattice @param {Point} middle */
function centersNear(lattice, middle) {
  const steps = Array.from({ length: 2 * PARTS + 1 }, (_, i) => i - PARTS);
  const along = middle.map((v, i) =>
    lattice.dimension === 3 && i === 0 ? [v] : steps.map((n) => (Math.round(v * PARTS) + n) / PARTS),
  );
  /** @type {Point[]} */
  const first = [[]];
  const every = along.reduce((all, values) => all.flatMap((rest) => values.map((v) => [...rest, v])), first);
  const home = lattice.place(middle);
  /** @param {Point} center */
  const far = (center) => Math.hypot(...lattice.place(center).map((v, i) => v - home[i]));
  return every
    .map((center) => /** @type {[number, Point]} */ ([far(center), center]))
    .sort(([a], [b]) => a - b)
    .map(([, center]) => center);
}

// ---- what a group is called ---------------------------------------------------------------------------------------

/** @param {Lattice} lattice @param {Motion[]} motions */
function labels(lattice, motions) {
  const turns = motions.filter(({ mirrored }) => !mirrored);
  const mirrors = motions.filter(({ mirrored }) => mirrored);
  const longest = Math.max(...turns.map(({ matrix }) => orderOf(matrix)));
  const mirrorText = lattice.dimension === 2 ? flatMirrors(lattice, mirrors) : solidMirrors(mirrors);
  return {
    turns: phrase(`templates.turns ${longest}-${turns.length}`),
    mirrors: mirrors.length ? mirrorText : phrase("templates.mirrors none"),
    axis: lattice.dimension === 3 ? axisText(turns.length > 1 ? turns : mirrors) : "",
  };
}

// How often a motion is done until everything stands as before.
/** @param {number[][]} matrix */
function orderOf(matrix) {
  let order = 1;
  for (let power = matrix; !isIdentity(power); power = product(power, matrix)) order += 1;
  return order;
}

// Whether a matrix is a number times the identity.
/** @param {number[][]} matrix @param {number} [factor] */
const isIdentity = (matrix, factor = 1) =>
  matrix.every((row, i) => row.every((v, j) => v === (i === j ? factor : 0)));
/** @param {number[][]} a @param {number[][]} b */
const product = (a, b) => a.map((row) => b[0].map((_, j) => row.reduce((sum, v, k) => sum + v * b[k][j], 0)));

/** @param {Lattice} lattice @param {Motion[]} mirrors */
const flatMirrors = (lattice, mirrors) =>
  phrase("templates.mirrors at", { axes: mirrors.map((motion) => axisOf(lattice, motion)).join(" ") });

// The mirror's axis as a character, or its angle.
/** @param {Lattice} lattice @param {Motion} motion */
function axisOf(lattice, { matrix }) {
  const fixed = [
    [matrix[0][0] + 1, matrix[1][0]],
    [matrix[0][1], matrix[1][1] + 1],
  ].find(([r, c]) => r || c);
  const [down, right] = lattice.step;
  const [x, y] = [0, 1].map((i) => fixed[0] * down[i] + fixed[1] * right[i]);
  const angle = Math.round((Math.atan2(-y, x) * 180) / Math.PI + 180) % 180;
  return { 0: "─", 45: "╱", 90: "│", 135: "╲" }[angle] ?? `${angle}°`;
}

// In space: mirrors, the reflection in a point, and mirrors with a turn.
/** @param {Motion[]} mirrors */
function solidMirrors(mirrors) {
  const [points, others] = [true, false].map((yes) =>
    mirrors.filter(({ matrix }) => isIdentity(matrix, -1) === yes),
  );
  const plain = others.filter(({ matrix }) => orderOf(matrix) === 2).length;
  const turning = others.length - plain;
  const parts = [
    plain && phrase("templates.mirrors plain", { count: plain }),
    points.length && phrase("templates.mirrors point"),
    turning && phrase("templates.mirrors turning", { count: turning }),
  ];
  return parts.filter(Boolean).join(", ");
}

const WORDS = ["layers", "rows", "columns"];

// The axis of the turns, or across the mirror, where it is one of the lattice's own; any other gets a number later.
/** @param {Motion[]} motions */
function axisText(motions) {
  if (!motions.length) return "";
  const sum = [0, 1, 2].map((i) =>
    [0, 1, 2].map((j) => motions.reduce((all, { matrix }) => all + matrix[i][j], 0)),
  );
  const moved = motions[0].mirrored ? sum.map((row, i) => row.map((v, j) => (i === j ? 1 : 0) - v)) : sum;
  const axes = WORDS.filter((_, i) => moved[i].some(Boolean));
  return axes.length === 1 ? phrase(`templates.axis ${axes[0]}`) : "";
}
