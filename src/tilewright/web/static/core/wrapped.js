// Cylinders and tori: a flat lattice whose columns, or rows and columns, begin again after so many.

import { Lattice } from "./lattice.js";

// The lattice called `square~12` or `square~5x12`, of the flat one.
/** @param {Record<string, Lattice>} lattices @param {string} name */
export function wrapped(lattices, name) {
  const [flat, periods] = name.split("~");
  const sides = periods.split("x").map(Number);
  const wrap = { name, flat: lattices[flat], periods: sides.length === 1 ? [0, ...sides] : sides };
  return Object.assign(Object.create(Wrapped.prototype), lattices[flat], wrap);
}

class Wrapped extends Lattice {
  /** @param {Atom[]} atoms */
  reduce(atoms) {
    return atoms.map((atom) => atom.map((v, i) => (this.periods[i] ? modulo(v, this.periods[i]) : v)));
  }

  /** @param {Atom} atom */
  neighbours(atom) {
    return this.reduce(super.neighbours(atom));
  }

  /** @param {Atom[]} atoms @param {number[]} vector */
  shift(atoms, vector) {
    return this.reduce(super.shift(atoms, vector));
  }

  // Around the board a shape begins behind its widest gap.
  /** @param {Atom[]} atoms */
  corner(atoms) {
    const least = super.corner(atoms);
    return least.map((v, i) => (this.periods[i] ? start(atoms, i, this.periods[i]) : v));
  }

  // Of the orientations the one in which the atoms lie there, and its cell; the corner alone does not tell it of a
  // shape that goes all around.
  /** @param {Orientation[]} orientations @param {Atom[]} atoms */
  laid(orientations, atoms) {
    const wanted = this.nameOf(atoms);
    for (const [number, orientation] of orientations.entries())
      for (const atom of atoms) {
        const at = this.cellOf(atom).map((v, i) => v - orientation.atoms[0][i]);
        if (this.nameOf(this.shift(orientation.atoms, at)) === wanted)
          return { number, at: this.reduce([at])[0] };
      }
    return super.laid(orientations, atoms);
  }

  // The way from one cell to another, forward where the board goes round; a place may lie half a cell before its cell.
  /** @param {Point} from @param {Point} to */
  between(from, to) {
    return super.between(from, to).map((v, i) => (v < -0.5 ? v + this.periods[i] : v));
  }

  // The edges at which the board is joined, as an SVG path.
  /** @param {Atom[]} atoms */
  seam(atoms) {
    let path = "";
    for (const atom of atoms) {
      /** @type {Atom[]} */
      const near = this.flat.neighbours(atom);
      const beyond = near.filter((other) => this.nameOf([other]) !== this.nameOf(this.reduce([other])));
      for (const other of beyond) {
        const theirs = this.polygon(other);
        /** @param {Point} it */
        const isShared = ([x, y]) => theirs.some((end) => Math.hypot(end[0] - x, end[1] - y) < 1e-6);
        const [from, to] = this.polygon(atom).filter(isShared);
        path += `M${from.join(" ")}L${to.join(" ")}`;
      }
    }
    return path;
  }
}

/** @param {number} value @param {number} period */
const modulo = (value, period) => ((value % period) + period) % period;

/** @param {Atom[]} atoms @param {number} axis @param {number} period */
function start(atoms, axis, period) {
  const taken = [...new Set(atoms.map((atom) => atom[axis]))].sort((a, b) => a - b);
  const gaps = taken.map((v, i) => modulo(v - taken.at(i - 1) - 1, period));
  return taken[gaps.indexOf(Math.max(...gaps))];
}
