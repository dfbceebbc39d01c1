// Polygons with exact corners for what draws and lays cells elsewhere. Its "atoms" are whole polygons, each its corners in a
// row as texts [x, y, x, y, ...], y up; its "cells" are places [row, column] in the puzzle's own units, exact or floats.
// To the rest of the page both are numbers: an exact number counts as a float wherever a cell does.
// The picture is as large as that of a board of some cells, so that lines and letters look the same.

import { areaOf, contour, inside } from "../../core/contour.js";
import { Lattice } from "../../core/lattice.js";
import { Exact } from "./exact.js";
import { sharedArea } from "./areas.js";

const CELLS = 8; // the longer side of the picture
const LETTERS = 2; // of a name that is written on its piece
const TRIES = 12; // places in a row that are looked at for a letter
const SAME = 1e-7; // part of the board's area that floats may miss
const MOST_KNOWN = 2000; // polygons
const MOST_CORNERS = 200; // of a polygon
/** @type {Omit<LatticeTable, "palette" | "regions">} */
const FLAT = {
  name: "",
  dimension: 2,
  letters: "",
  unit: 1,
  step: [[0, 1], [1, 0]], // prettier-ignore
  polygons: [[[0, 0], [1, 0], [1, 1]]], // prettier-ignore
  blocks: [[0]],
  neighbours: [[]],
  ball: 0,
  below: [],
  usual: "",
  motions: [],
  groups: [],
  player: {},
};

export class Plane extends Lattice {
  /** @param {View} view @param {Lattice} lattice whose colors it has */
  constructor(view, { palette, regions }) {
    super({ ...FLAT, palette, regions });
    /** @type {Map<string, { exact: [Exact, Exact][], corners: Point[] }>} */
    this.known = new Map(); // by the atom as text
    this.factor = 1;
    const { width, height } = this.bounds(view.atoms);
    this.factor = CELLS / Math.max(width, height);
    this.known.clear();
    /** @param {Atom} atom */
    const isHole = (atom) => areaOf(this.polygon(atom)) > 0; // y points down in the picture
    this.holes = new Set(view.atoms.filter(isHole).map((atom) => atom.join()));
    this.hasNames = view.pieces_list.every(({ name }) => name.length <= LETTERS);
  }

  // {exact: [[x, y], ...], corners: the same in the picture}, each atom once.
  /** @param {Atom} atom */
  read(atom) {
    const name = atom.join();
    if (!this.known.has(name)) {
      if (this.known.size > MOST_KNOWN) this.known.clear(); // a piece that is dragged lies in many places
      const exact = pairs(atom.map(exactly));
      const corners = exact.map(([x, y]) => [this.factor * Number(x), -this.factor * Number(y)]);
      this.known.set(name, { exact, corners });
    }
    return this.known.get(name);
  }

  /** @param {number[]} cell */
  place([row, column]) {
    return [this.factor * column, this.factor * row];
  }

  /** @param {Point} point */
  cell([x, y]) {
    return [y / this.factor, x / this.factor];
  }

  /** @param {Atom} atom */
  polygon(atom) {
    return this.read(atom).corners;
  }

  /** @param {Atom[]} atoms */
  loops(atoms) {
    return atoms.map((atom) => this.polygon(atom));
  }

  // Holes have no contour of their own.
  /** @param {Atom[]} atoms @param {number} [inset] @param {number} [radius] */
  contour(atoms, inset = 0.03, radius = 0.05) {
    const loops = this.loops(atoms);
    if (atoms.every((atom) => this.holes.has(atom.join()))) return "";
    return loops.map((loop) => contour([loop], Math.sign(areaOf(loop)), inset, radius)).join("");
  }

  // The first corner of the first polygon, by which a piece is laid.
  /** @param {Atom[]} atoms */
  corner([atom]) {
    const [x, y] = this.read(atom).exact[0];
    return asCell([negative(y), x]);
  }

  /** @param {Atom[]} atoms @param {number[]} by */
  shift(atoms, [row, column]) {
    const [down, right] = [exactly(row), exactly(column)];
    /** @param {[Exact, Exact]} corner */
    const moved = ([x, y]) => [String(x.plus(right)), String(y.minus(down))];
    return atoms.map((atom) => asAtom(this.read(atom).exact.flatMap(moved)));
  }

  /** @returns {Atom | undefined} */
  atomAt() {
    return undefined; // no polygon lies anywhere by itself
  }

  /** @param {Atom[]} atoms */
  byCell(atoms) {
    return atoms.map((atom) => [atom]);
  }

  cellOf() {
    return [];
  }

  // Where a letter fits best; only short names are written.
  /** @param {Atom[]} atoms */
  spot(atoms) {
    const corners = this.polygon(atoms[0]);
    const { x, y, width, height } = this.bounds(atoms);
    let best = { x: x + width / 2, y: y + height / 2, size: 0 };
    if (!this.hasNames) return best;
    for (let i = 1; i < TRIES; i++)
      for (let j = 1; j < TRIES; j++) {
        const point = [x + (width * i) / TRIES, y + (height * j) / TRIES];
        const size = inside(corners, point) ? Math.min(0.6, 1.4 * distance(corners, point)) : 0;
        if (size > best.size) best = { x: point[0], y: point[1], size };
      }
    return best;
  }

  // Whether the board is covered; that pieces may lie as they do is for the server to say.
  /** @param {Atom[]} atoms @param {Placement[]} placements */
  isCovered(atoms, placements) {
    const board = this.loops(atoms);
    const covered = placements.reduce(
      (sum, each) => sum + Math.abs(sharedArea(board, this.loops(each.atoms))),
      0,
    );
    const whole = Math.abs(board.reduce((sum, ring) => sum + areaOf(ring), 0)) / 2;
    return covered > whole * (1 - SAME);
  }

  // ---- as files have them, and as the browser kept them -----------------------------------------------------------------

  /** @param {Atom[]} atoms */
  written([atom]) {
    return { corners: pairs(atom) };
  }

  /** @param {Pick<PlacementRow, "corners">} row */
  atomsIn({ corners = [] }) {
    return [asAtom(corners.flat().map(String))];
  }

  // A polygon may lie anywhere.
  /** @param {unknown[]} kept */
  keptOn(kept) {
    const [atom] = kept;
    const isOne =
      kept.length === 1 && Array.isArray(atom) && atom.length % 2 === 0 && atom.length <= 2 * MOST_CORNERS;
    return isOne && atom.every((text) => Exact.parse(text)) ? [asAtom(atom)] : null;
  }
}

/** @template T @param {T[]} row @returns {[T, T][]} */
const pairs = (row) => row.flatMap((x, i) => (i % 2 ? [] : [/** @type {[T, T]} */ ([x, row[i + 1]])]));
/** @param {Exact} number */
const negative = (number) => new Exact(new Map()).minus(number);
/** @param {unknown} value */
const exactly = (value) =>
  value instanceof Exact ? value : (Exact.parse(value) ?? Exact.near(Number(value), PARTS));
/** @param {string[]} texts @returns {Atom} */
const asAtom = (texts) => /** @type {Atom} */ (/** @type {unknown} */ (texts));
/** @param {Exact[]} numbers @returns {number[]} */
export const asCell = (numbers) => /** @type {number[]} */ (/** @type {unknown} */ (numbers));

export const PARTS = 64; // of a unit: where a piece lies that touches nothing

/** @param {Point[]} corners @param {Point} point */
function distance(corners, [x, y]) {
  const far = corners.map(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length];
    const [dx, dy] = [bx - ax, by - ay];
    const part = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
    return Math.hypot(ax + part * dx - x, ay + part * dy - y);
  });
  return Math.min(...far);
}
