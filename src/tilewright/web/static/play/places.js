// Where a piece may lie on the board of a puzzle.

import { centre, key } from "../core/lattice.js";

export class Places {
  /** @param {View} view @param {Lattice} lattice */
  constructor(view, lattice) {
    this.lattice = lattice;
    this.extent = view.extent;
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
  /** @param {any} shape @param {number[]} at @param {Placement[]} placed @param {any} within */
  nearest(shape, at, placed, within) {
    const middle = at.map(Math.round);
    const here = this.lattice.place(at);
    let best = null;
    for (const step of AROUND) {
      const shift = middle.map((v, i) => v + (i < middle.length - 2 ? 0 : step[i - middle.length + 2]));
      const there = this.lattice.place(shift);
      const far = Math.hypot(there[0] - here[0], there[1] - here[1]);
      if (far > within || (best && far >= best.far)) continue;
      const atoms = this.lattice.shift(shape, shift);
      if (this.fit(atoms, placed)) best = { far, shift, atoms };
    }
    return best;
  }

  // The first shift at which the shape fits, or else the first cell.
  /** @param {any} shape @param {Placement[]} placed */
  free(shape, placed) {
    const cells = this.lattice.cells(this.extent);
    return cells.find((cell) => this.fit(this.lattice.shift(shape, cell), placed)) ?? cells[0];
  }

  // `at` moved as little as needed for the shape to stay within the rows and columns of the board, where they end.
  /** @param {any} shape @param {number[]} at */
  clamp(shape, at) {
    return at.map((v, i) => {
      if (this.lattice.periods?.[i]) return v;
      const longest = Math.max(...shape.map((/** @type {Atom} */ atom) => atom[i])) + 1;
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
  /** @param {Atom} atom */
  const far = (atom) => {
    const [x, y] = centre(lattice.polygon(atom));
    return Math.hypot(x - point[0], y - point[1]);
  };
  return middleOf(
    lattice,
    atoms.reduce((a, b) => (far(b) < far(a) ? b : a)),
  );
}

// What a motion makes of a shape and of the point it is held at: the atom that was held is still held.
/** @param {Lattice} lattice @param {any} motion @param {Atom[]} atoms @param {any} grab */
export function turned(lattice, motion, atoms, grab) {
  const images = atoms.map((atom) => lattice.apply(motion, atom));
  const back = lattice.corner(images).map((v) => -v);
  /** @param {Atom} atom */
  const far = (atom) => Math.hypot(...middleOf(lattice, atom).map((v, i) => v - grab[i]));
  const held = atoms.reduce((best, atom, i) => (far(atom) < far(atoms[best]) ? i : best), 0);
  const shape = lattice.shift(images, back);
  return { shape, grab: middleOf(lattice, shape[held]) };
}
