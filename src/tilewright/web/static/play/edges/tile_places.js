// Where tiles may lie: on every place that has no given tile. A tile that lies there already makes room.

import { centre, key, least } from "../../core/lattice.js";
import { Places, ahead } from "../places.js";

const LEAST = 0.05; // cells ahead that make a step

export class TilePlaces extends Places {
  /** @param {View} view @param {Lattice} lattice */
  constructor(view, lattice) {
    super(view, lattice);
    this.every = view.atoms;
    this.given = new Set((view.pinned ?? []).flatMap(({ atoms }) => atoms.map(key)));
  }

  /** @param {Atom[]} atoms */
  fit(atoms) {
    return atoms.every((atom) => this.board.has(key(atom)) && !this.given.has(key(atom)));
  }

  // The cell of the first empty place for the shape, or else of the first place.
  /** @param {any} shape @param {Placement[]} placed */
  free(shape, placed) {
    const taken = this.taken(placed);
    const kind = this.lattice.kind(shape[0]);
    const fitting = this.every.filter((atom) => this.lattice.kind(atom) === kind && this.fit([atom]));
    const found = fitting.find((atom) => !taken.has(key(atom))) ?? fitting[0] ?? this.every[0];
    return this.lattice.cellOf(found);
  }

  // The place that comes next in a direction of the picture, or the same one where the board ends.
  /** @param {Atom} atom @param {number[]} direction */
  towards(atom, direction) {
    const middle = (/** @type {Atom} */ each) => centre(this.lattice.polygon(each));
    return least(this.every, (other) => ahead(middle(atom), middle(other), direction, LEAST)) ?? atom;
  }
}
