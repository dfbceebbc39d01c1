// Geometry from the server's tables alone. An atom is [row, column] or [row, column, kind]; in space the layer stands
// first, and layers are drawn side by side.

import { areaOf, contour, inside, loopsAround } from "./contour.js";

const GAP = 0.8; // cells between two layers
const STROKE = 0.2; // cells between two places of a stroke that are looked at

export class Lattice {
  /** @param {LatticeTable} it */
  constructor({ neighbours, ...table }) {
    Object.assign(this, table);
    this.near = neighbours;
    const [[a, b], [c, d]] = table.step;
    const det = a * d - b * c;
    this.inverse = [
      [d / det, -b / det],
      [-c / det, a / det],
    ];
    this.kinds = table.polygons.length;
    this.middle = table.polygons.map(centre);
    this.blockMiddle = table.blocks.map((kinds) => centre(kinds.map((kind) => this.middle[kind])));
    this.cellMiddle = centre(this.middle);
    this.overlapping = table.blocks.flat().length > this.kinds;
    this.spread = 0;
    this.layers = 0; // where there is no room between them
    this.low = 0;
  }

  // The same lattice with its layers far enough apart to show these atoms.
  /** @param {Atom[]} atoms */
  spaced(atoms) {
    if (this.dimension === 2 || !atoms.length) return this;
    const flat = Object.assign(Object.create(Object.getPrototypeOf(this)), this, { spread: 0 });
    const box = flat.bounds(atoms);
    return Object.assign(flat, {
      spread: box.width + GAP + this.below[0],
      low: box.x,
      frame: box,
      only: null, // the layer that is looked at, where no other is
      layers: Math.max(...atoms.map((atom) => atom[0])) + 1,
    });
  }

  /** @param {Atom} atom */
  kind(atom) {
    return this.letters ? atom[this.dimension] : 0;
  }

  /** @param {Atom} atom */
  cellOf(atom) {
    return atom.slice(0, this.dimension);
  }

  /** @param {Atom} cell @param {number} kind */
  atom(cell, kind) {
    return this.letters ? [...cell, kind] : cell;
  }

  /** @param {Atom} cell */
  atomsOfCell(cell) {
    return this.polygons.map((_, kind) => this.atom(cell, kind));
  }

  // All cells of a rectangle, or of a box.
  /** @param {number[]} size */
  cells(size) {
    const every = [];
    const [layers, rows, columns] = [1, ...size].slice(-3);
    for (let l = 0; l < layers; l++)
      for (let r = 0; r < rows; r++)
        for (let c = 0; c < columns; c++) every.push([l, r, c].slice(3 - this.dimension));
    return every;
  }

  // The picture's place of a cell.
  /** @param {Atom} cell */
  place(cell) {
    const [r, c] = cell.slice(this.dimension - 2);
    const [down, right] = this.step;
    const [x, y] = this.spread ? [cell[0] * this.spread, cell[0] * this.below[1]] : [0, 0];
    return [r * down[0] + c * right[0] + x, r * down[1] + c * right[1] + y];
  }

  // The cell coordinates, as fractions, of a place in the picture.
  /** @param {Point} it */
  cell([x, y]) {
    const [r, c] = this.inverse;
    const layer = this.spread
      ? (this.only ??
        Math.min(Math.max(Math.floor((x - this.low + GAP / 2) / this.spread), 0), this.layers - 1))
      : 0;
    const [u, v] = [x - layer * this.spread, y - layer * this.below[1]];
    const plane = [u * r[0] + v * c[0], u * r[1] + v * c[1]];
    return this.dimension === 3 ? [layer, ...plane] : plane;
  }

  // Where a layer of a spaced lattice is drawn.
  /** @param {number} layer */
  page(layer) {
    const { x, y, width, height } = this.frame;
    return { x: x + layer * this.spread, y: y + layer * this.below[1], width, height };
  }

  /** @param {Atom} atom */
  polygon(atom) {
    const [dx, dy] = this.place(this.cellOf(atom));
    return this.polygons[this.kind(atom)].map(([x, y]) => [x + dx, y + dy]);
  }

  /** @param {Atom} atom */
  neighbours(atom) {
    return this.near[this.kind(atom)].map((row) =>
      this.atom(
        this.cellOf(atom).map((v, i) => v + row[i]),
        row.at(-1),
      ),
    );
  }

  /** @param {Atom[]} atoms @param {number[]} vector */
  shift(atoms, vector) {
    return atoms.map((atom) => atom.map((v, i) => v + (i < this.dimension ? vector[i] : 0)));
  }

  /** @param {Atom[]} atoms */
  normal(atoms) {
    return this.shift(
      atoms,
      this.corner(atoms).map((v) => -v),
    );
  }

  // The least coordinates of some atoms.
  /** @param {Atom[]} atoms */
  corner(atoms) {
    return Array.from({ length: this.dimension }, (_, i) => Math.min(...atoms.map((atom) => atom[i])));
  }

  // Of the orientations the one in which the atoms lie there, and its cell.
  /** @param {Orientation[]} orientations @param {Atom[]} atoms */
  laid(orientations, atoms) {
    const at = this.corner(atoms);
    const wanted = this.nameOf(atoms);
    return {
      number: orientations.findIndex((each) => this.nameOf(this.shift(each.atoms, at)) === wanted),
      at,
    };
  }

  // Atoms in one text, whatever their order.
  /** @param {Atom[]} atoms */
  nameOf(atoms) {
    return atoms.map(key).sort().join(" ");
  }

  // The way from one cell to another.
  /** @param {number[]} from @param {number[]} to */
  between(from, to) {
    return to.map((v, i) => v - from[i]);
  }

  // Where the board is joined: nowhere, on a flat lattice.
  /** @param {Atom[]} _atoms */
  seam(_atoms) {
    return "";
  }

  /** @param {Motion} motion @param {Atom} atom */
  apply(motion, atom) {
    const kind = this.kind(atom);
    const offset = motion.offsets[kind] ?? [];
    const cell = motion.matrix.map((row, i) => row.reduce((sum, m, j) => sum + m * atom[j], offset[i] ?? 0));
    return this.atom(cell, motion.kinds[kind] ?? 0);
  }

  // The atom at a place of the picture.
  /** @param {Point} point @returns {Atom | undefined} */
  atomAt(point) {
    const middle = this.cell(point).map(Math.floor);
    const around = this.cells(this.dimension === 3 ? [1, 4, 4] : [4, 4]).flatMap((cell) =>
      this.atomsOfCell(cell.map((v, i) => v + middle[i] - (i < this.dimension - 2 ? 0 : 1))),
    );
    return around.find((atom) => inside(this.polygon(atom), point));
  }

  // What a click at a place paints: a cell, or near a corner of one that can be halved the half there.
  /** @param {Point} point */
  blockAt(point) {
    const atom = this.atomAt(point);
    if (!atom) return null;
    const cell = this.cellOf(atom);
    /** @param {number[]} kinds */
    const block = (kinds) => kinds.map((kind) => this.atom(cell, kind));
    if (!this.overlapping) return block(this.blocks.find((kinds) => kinds.includes(this.kind(atom))));
    const [x, y] = this.place(cell);
    /** @param {Point} it */
    const far = ([mx, my]) => Math.hypot(point[0] - x - mx, point[1] - y - my);
    if (far(this.cellMiddle) < 0.3) return this.atomsOfCell(cell);
    const nearest = this.blockMiddle.map(far);
    return block(this.blocks[nearest.indexOf(Math.min(...nearest))]);
  }

  // What a stroke from one place to another paints, without a gap however fast it was.
  /** @param {number[]} from @param {number[]} to */
  alongStroke(from, to) {
    const [dx, dy] = to.map((v, i) => v - from[i]);
    const count = Math.max(1, Math.ceil(Math.hypot(dx, dy) / STROKE));
    const places = Array.from({ length: count }, (_, i) => (i + 1) / count);
    const blocks = places.map((part) => this.blockAt([from[0] + part * dx, from[1] + part * dy]));
    const atoms = blocks.flatMap((block) => block ?? []);
    return [...new Map(atoms.map((atom) => [key(atom), atom])).values()];
  }

  // The boundary of some atoms as an SVG path.
  /** @param {Atom[]} atoms */
  outline(atoms) {
    return this.loops(atoms)
      .map((loop) => `M${loop.map(at).join("L")}Z`)
      .join("");
  }

  // The same as of an object: a little inside, with round corners.
  /** @param {Atom[]} atoms @param {number} [inset] @param {number} [radius] */
  contour(atoms, inset = 0.035, radius = 0.15) {
    if (!atoms.length) return "";
    return contour(this.loops(atoms), Math.sign(areaOf(this.polygon(atoms[0]))), inset, radius);
  }

  // The closed lines around some atoms, each a list of corners.
  /** @param {Atom[]} atoms */
  loops(atoms) {
    return loopsAround(atoms.map((atom) => this.polygon(atom)));
  }

  /** @param {Atom[]} atoms */
  bounds(atoms) {
    const corners = atoms.flatMap((atom) => this.polygon(atom));
    const xs = corners.map((p) => p[0]);
    const ys = corners.map((p) => p[1]);
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
  }

  // The atoms of each cell.
  /** @param {Atom[]} atoms */
  byCell(atoms) {
    /** @type {Map<string, Atom[]>} */
    const cells = new Map();
    for (const atom of atoms) {
      const name = key(this.cellOf(atom));
      if (!cells.has(name)) cells.set(name, []);
      cells.get(name)?.push(atom);
    }
    return [...cells.values()];
  }

  // Where a letter fits: in the fullest cell nearest to the middle of the shape.
  /** @param {Atom[]} atoms */
  spot(atoms) {
    /** @param {Atom[]} part */
    const middleOf = (part) => centre(part.map((atom) => centre(this.polygon(atom))));
    const middle = middleOf(atoms);
    const best = least(this.byCell(atoms), (part) => distance(middleOf(part), middle) - 10 * part.length);
    const [x, y] = middleOf(best);
    return { x, y, size: 0.25 + (0.3 * best.length) / this.kinds };
  }

  // Parts of which no two atoms are neighbours.
  /** @param {Atom[]} atoms */
  parts(atoms) {
    const left = new Map(atoms.map((atom) => [key(atom), atom]));
    const parts = [];
    for (const [name, first] of left) {
      if (!left.delete(name)) continue;
      const part = [first];
      for (const atom of part)
        for (const other of this.neighbours(atom)) if (left.delete(key(other))) part.push(other);
      parts.push(part);
    }
    return parts;
  }

  // Atoms as the file format's cells: [row, column] or [row, column, "nesw"].
  /** @param {Atom[]} atoms @returns {CellRow[]} */
  cellsOf(atoms) {
    if (!this.letters) return atoms;
    return this.byCell(atoms).map((part) => [
      ...this.cellOf(part[0]),
      part.map((atom) => this.letters[this.kind(atom)]).join(""),
    ]);
  }

  // What a placement's row says of its atoms, and back.
  /** @param {Atom[]} atoms @returns {Kept} */
  written(atoms) {
    return { cells: this.cellsOf(atoms) };
  }

  /** @param {Pick<PlacementRow, "cells" | "corners">} row @returns {Atom[]} */
  atomsIn({ cells }) {
    return this.atomsOf(cells);
  }

  // The atoms of a board, by their names, that a browser kept, or a stranger sent; null where they are none.
  /** @param {unknown[]} kept @param {Map<string, Atom>} board @returns {Atom[] | null} */
  keptOn(kept, board) {
    if (!kept.every((atom) => Array.isArray(atom) && atom.every(Number.isInteger))) return null;
    const atoms = [...new Set(/** @type {Atom[]} */ (kept).map(key))].map((name) => board.get(name));
    return atoms.length && atoms.every(Boolean) ? atoms : null;
  }

  // Whether the atoms of a board are covered.
  /** @param {Atom[]} atoms @param {Placement[]} placements */
  isCovered(atoms, placements) {
    const covered = new Set(placements.flatMap((placement) => placement.atoms.map(key)));
    return atoms.every((atom) => covered.has(key(atom)));
  }

  /** @param {CellRow[]} cells @returns {Atom[]} */
  atomsOf(cells) {
    if (!this.letters) return /** @type {Atom[]} */ (cells);
    return cells.flatMap((row) => {
      const cell = row.slice(0, this.dimension).map(Number);
      return [...String(row.at(-1))].map((letter) => this.atom(cell, this.letters.indexOf(letter)));
    });
  }
}

// What the arrow keys (and in space page up and down) do to [layer, row, column].
/** @type {Record<string, number[]>} */
export const STEPS = {
  ArrowUp: [0, -1, 0],
  ArrowDown: [0, 1, 0],
  ArrowLeft: [0, 0, -1],
  ArrowRight: [0, 0, 1],
  PageUp: [-1, 0, 0],
  PageDown: [1, 0, 0],
};

/** @param {Atom} atom */
export const key = (atom) => atom.join(",");
/** @param {string} text */
export const atomOf = (text) => text.split(",").map(Number);

/** @param {Point[]} points */
export function centre(points) {
  const n = points.length;
  return [points.reduce((sum, p) => sum + p[0], 0) / n, points.reduce((sum, p) => sum + p[1], 0) / n];
}

/** @param {Point} one @param {Point} other */
export const distance = ([ax, ay], [bx, by]) => Math.hypot(bx - ax, by - ay);

// The first of those with the lowest score, of which there may be none below Infinity.
/** @template T @param {Iterable<T>} items @param {(item: T) => number} score @returns {T} */
export function least(items, score) {
  /** @type {T | undefined} */
  let found;
  let low = Infinity;
  for (const item of items) {
    const its = score(item);
    if (its < low) [found, low] = [item, its];
  }
  return /** @type {T} */ (found);
}

/** @param {Point} it */
const at = ([x, y]) => `${+x.toFixed(4)} ${+y.toFixed(4)}`;
