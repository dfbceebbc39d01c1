// Pictures: a board, what lies on it, pieces. Everything is SVG in units of a cell.

import { phrase } from "../words/words.js";
import { lettering, svg } from "./dom.js";
import { centre } from "./lattice.js";
import { kindOf } from "./kinds.js";

const PATTERNS = 6;
const LETTERS = 20; // pixels a cell from which on a piece has its name on it

/** @param {Lattice} lattice @param {Atom[]} atoms @param {Attributes} [attributes] @param {number} [margin] */
export function picture(lattice, atoms, attributes = {}, margin = 0.2) {
  const box = lattice.bounds(atoms);
  const view = [box.x - margin, box.y - margin, box.width + 2 * margin, box.height + 2 * margin];
  return svg("svg", { viewBox: view.map((v) => +v.toFixed(3)).join(" "), ...attributes });
}

// Fine hatchings, so that pieces differ without their colors too: once for the whole page.
export function patterns() {
  const lines = ["M0 0L1 1", "M0 1L1 0", "M0 .5H1", "M.5 0V1", "M0 .5H1M.5 0V1", "M.2 .5h.6"];
  const size = { width: 0.25, height: 0.25, patternUnits: "userSpaceOnUse", viewBox: "0 0 1 1" };
  const every = lines.map((d, i) => svg("pattern", { id: `hatch${i}`, ...size }, svg("path.hatch", { d })));
  return svg("svg.hidden-text", { width: 0, height: 0, "aria-hidden": "true" }, every);
}

// One path of many cells, the lines between them kept; triangles are cells of their own.
/** @param {Lattice} lattice @param {Atom[]} atoms */
export const grid = (lattice, atoms) => linesOf(lattice, partsOf(lattice, atoms));

// A hollow for each cell, in which the pieces lie.
/** @param {Lattice} lattice @param {Atom[]} atoms */
const wells = (lattice, atoms) =>
  partsOf(lattice, atoms)
    .map((part) => lattice.contour(part, 0.03, 0.1))
    .join("");

/** @param {Lattice} lattice @param {Atom[]} atoms */
const partsOf = (lattice, atoms) => (lattice.overlapping ? lattice.byCell(atoms) : singles(atoms));

// The lines within cells that pieces may cut: the diagonals of half squares.
/** @param {Lattice} lattice @param {Atom[]} atoms */
export const guides = (lattice, atoms) => (lattice.overlapping ? linesOf(lattice, singles(atoms)) : "");

/** @param {Atom[]} atoms */
const singles = (atoms) => atoms.map((atom) => [atom]);
/** @param {Lattice} lattice @param {Atom[][]} parts */
const linesOf = (lattice, parts) => parts.map((part) => lattice.outline(part)).join("");

/** @param {Lattice} lattice @param {View} view */
export function board(lattice, view) {
  const every = [...view.atoms, ...view.optional];
  const d = lattice.outline(every);
  return svg(
    "g.board",
    svg("path.rim", { d }),
    svg("path.ground", { d }),
    svg("path.wells", { d: wells(lattice, every) }),
    svg("path.guides", { d: guides(lattice, every) }),
    svg("path.optional", { d: wells(lattice, view.optional) }),
    svg("path.seam", { d: lattice.seam(every) }),
    (view.labels ?? []).map((row) => label(lattice, row.slice(0, -1).map(Number), String(row.at(-1)))),
    kindOf(view).border(lattice, view),
  );
}

// What stands on a cell of the board, as on a calendar's.
/** @param {Lattice} lattice @param {Atom} atom @param {string} text */
function label(lattice, atom, text) {
  const corners = lattice.polygon(atom);
  const middle = [0, 1].map(
    (axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length,
  );
  return lettering(text, middle, 0.3, "name-of-cell");
}

// What lies there as its look draws it.
/** @param {Lattice} lattice @param {Atom[]} atoms @param {Look} look */
export const shape = (lattice, atoms, look) => (look.draw ?? pieceShape)(lattice, atoms, look);

// A piece with its name on it, in space on every layer; where it is small (`isPlain`) nothing but its color.
/** @param {Lattice} lattice @param {Atom[]} atoms @param {Look} look @returns {SVGElement} */
function pieceShape(
  lattice,
  atoms,
  { name = "", color = "#ccc", index = 0, className = "", isPlain = false },
) {
  if (isPlain) return svg("path.tint", { d: lattice.outline(atoms), fill: color });
  const d = lattice.contour(atoms);
  const layers = lattice.dimension === 3 ? Object.values(Object.groupBy(atoms, (atom) => atom[0])) : [atoms];
  return svg(
    "g",
    { class: `piece ${className}` },
    svg("path.fill", { d, fill: color }),
    svg("path.grain", { d, fill: `url(#hatch${index % PATTERNS})` }),
    svg("path.edge", { d, stroke: darker(color) }),
    layers.map((part) => {
      const { x, y, size } = lattice.spot(part);
      return lettering(name, [x, y], (0.8 * size) / Math.max(1, name.length * 0.62));
    }),
  );
}

// A shade of `#rrggbb`, darker or brighter by a factor; any other notation gets ink.
/** @param {string} color @param {number} factor */
export function shade(color, factor) {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return "#16130e";
  const parts = [1, 3, 5].map((i) => Math.round(Number.parseInt(color.slice(i, i + 2), 16) * factor));
  return `rgb(${parts.map((part) => Math.min(part, 255)).join(" ")})`;
}

/** @param {string} color */
export const darker = (color) => shade(color, 0.66);

// A piece by itself, as large as it is.
/** @param {Lattice} lattice @param {Atom[]} atoms @param {Look} look @param {number} [scale] */
export function face(lattice, atoms, look, scale = 26) {
  const box = lattice.bounds(atoms);
  const root = picture(
    lattice,
    atoms,
    {
      class: "face",
      width: (box.width + 0.16) * scale,
      height: (box.height + 0.16) * scale,
      "aria-hidden": "true",
    },
    0.08,
  );
  root.append(shape(lattice, atoms, { ...look, name: scale < (look.letters ?? LETTERS) ? "" : look.name }));
  return root;
}

// A whole tiling (or part of one) on its board; `dress` is called with each piece's group, its placement and number.
/** @param {Lattice} lattice @param {View} view @param {Placement[]} placements @param {Attributes} [attributes] @param {Dress} [dress] */
export function tiling(lattice, view, placements, attributes = {}, dress = () => {}) {
  const kind = kindOf(view);
  const root = picture(lattice, [...view.atoms, ...view.optional], attributes, kind.margin);
  root.append(board(lattice, view));
  const looks = kind.looksOf(lattice, view, placements);
  placements.forEach((placement, i) => {
    const group = shape(lattice, placement.atoms, { name: placement.piece, ...looks[i] });
    dress(group, placement, i);
    root.append(group);
  });
  const writing = kind.writing(view);
  writing.show(placements);
  root.append(writing.root);
  return root;
}

// The same small: nothing but colors.
/** @param {Lattice} lattice @param {View} view @param {Placement[]} placements */
export function thumbnail(lattice, view, placements) {
  const root = picture(lattice, [...view.atoms, ...view.optional], { "aria-hidden": "true" }, 0.05);
  const looks = kindOf(view).looksOf(lattice, view, placements);
  root.append(...placements.map(({ atoms }, i) => shape(lattice, atoms, { ...looks[i], isPlain: true })));
  return root;
}

// Why not, as weights on the cells: [...atom, weight].
/** @param {Lattice} lattice @param {View} view @param {number[][]} rows @param {number} modulus */
export function weights(lattice, view, rows, modulus) {
  const root = picture(lattice, [...view.atoms, ...view.optional], {
    role: "img",
    "aria-label": phrase("solve.weights label"),
  });
  root.append(board(lattice, view));
  for (const row of rows) {
    const [atom, weight] = [row.slice(0, -1), row.at(-1) % (modulus || Infinity)];
    if (!weight) continue;
    const [x, y] = centre(lattice.polygon(atom));
    const color = lattice.palette[Math.abs(weight - 1) % lattice.palette.length];
    root.append(svg("path.weight", { d: lattice.outline([atom]), fill: color }));
    root.append(lettering(String(row.at(-1)), [x, y], 0.4 / Math.sqrt(lattice.kinds)));
  }
  return root;
}
