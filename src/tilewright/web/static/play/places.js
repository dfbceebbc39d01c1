// Where a piece may lie on the board of a puzzle.

import { centre, distance, key, least } from "../core/lattice.js";

// Where the arrow keys lead in the picture.
/** @type {Record<string, number[]>} */
export const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Places {
  /** @param {View} view @param {Lattice} lattice */
  constructor(view, lattice) {
    this.lattice = lattice;
    this.extent = view.extent;
    /** @type {Placement[] | null} */
    this.placed = null; // what `under` is of
    /** @type {Set<string>} */
    this.under = new Set();
    this.board = new Set([...view.atoms, ...view.optional].map(key));
  }

  // Whether atoms are on the board and free of what is placed.
  /** @param {Atom[]} atoms @param {Placement[]} placed */
  fit(atoms, placed) {
    const taken = this.taken(placed);
    return atoms.every((atom) => this.board.has(key(atom)) && !taken.has(key(atom)));
  }

  // The atoms under what is placed; the same for every place that is tried while a piece is carried.
  /** @param {Placement[]} placed */
  taken(placed) {
    if (this.placed !== placed) {
      this.placed = placed;
      this.under = new Set(placed.flatMap((placement) => placement.atoms.map(key)));
    }
    return this.under;
  }

  // The shift nearest to `at`, a cell in fractions, at which the shape fits; null if none is within so many cells.
  /** @param {Atom[]} shape @param {number[]} at @param {Placement[]} placed @param {number} within */
  nearest(shape, at, placed, within) {
    const here = this.lattice.place(at);
    const middle = at.map(Math.round);
    const places = AROUND.map((step) => {
      const shift = middle.map((v, i) => v + (i < middle.length - 2 ? 0 : step[i - middle.length + 2]));
      return { shift, far: distance(this.lattice.place(shift), here) };
    });
    const near = places.filter(({ far }) => far <= within).sort((a, b) => a.far - b.far);
    for (const { shift } of near) {
      const atoms = this.lattice.shift(shape, shift);
      if (this.fit(atoms, placed)) return { shift, atoms };
    }
    return null;
  }

  // The first shift at which the shape fits, or else the first cell.
  /** @param {Atom[]} shape @param {Placement[]} placed */
  free(shape, placed) {
    const cells = this.lattice.cells(this.extent);
    return cells.find((cell) => this.fit(this.lattice.shift(shape, cell), placed)) ?? cells[0];
  }

  // The cell nearest to `at` with which the shape stays within the rows and columns of the board, where they end.
  /** @param {Atom[]} shape @param {number[]} at */
  clamp(shape, at) {
    return at.map(Math.round).map((v, i) => {
      if (this.lattice.periods?.[i]) return v;
      const longest = Math.max(...shape.map((atom) => atom[i])) + 1;
      return Math.max(0, Math.min(v, this.extent[i] - longest));
    });
  }
}

const AROUND = [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => [row, column]));

// The middle of an atom as a cell in fractions.
/** @param {Lattice} lattice @param {Atom} atom */
export function middleOf(lattice, atom) {
  const flat = lattice.cell(centre(lattice.polygon(atom))).slice(-2);
  return [...atom.slice(0, lattice.dimension - 2), ...flat];
}

// Where a point of a piece's picture is, as a cell in fractions; a point beside the piece counts as its nearest atom.
/** @param {Lattice} lattice @param {Atom[]} atoms @param {Point} point */
export function grabPoint(lattice, atoms, point) {
  const hit = lattice.atomAt(point);
  if (hit && atoms.some((atom) => key(atom) === key(hit))) return lattice.cell(point);
  return middleOf(
    lattice,
    least(atoms, (atom) => distance(centre(lattice.polygon(atom)), point)),
  );
}

// How far a place of the picture is ahead of another one in a direction, sideways twice as far; Infinity where it is not ahead.
/** @param {Point} here @param {Point} place @param {number[]} direction @param {number} from units ahead */
export function ahead([x, y], [px, py], [dx, dy], from) {
  const far = (px - x) * dx + (py - y) * dy;
  return far > from ? far + 2 * Math.abs((px - x) * dy - (py - y) * dx) : Infinity;
}

// What a motion makes of a shape and of the point it is held at: the atom that was held is still held.
/** @param {Lattice} lattice @param {Motion} motion @param {Atom[]} atoms @param {number[]} grab */
export function turned(lattice, motion, atoms, grab) {
  const images = atoms.map((atom) => lattice.apply(motion, atom));
  const back = lattice.corner(images).map((v) => -v);
  /** @param {Atom} atom */
  const far = (atom) => Math.hypot(...middleOf(lattice, atom).map((v, i) => v - grab[i]));
  const held = least(atoms.keys(), (i) => far(atoms[i]));
  const shape = lattice.shift(images, back);
  return { shape, grab: middleOf(lattice, shape[held]) };
}
