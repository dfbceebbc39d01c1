// The board in space beside its layers: what lies there, and the piece that is being laid.

import { viewOf } from "../core/balls.js";
import { lookOf } from "../core/draw.js";
import { store } from "../state/store.js";

export class Space {
  constructor() {
    const { lattices, view } = store;
    const atoms = [...view.atoms, ...view.optional];
    this.room = store.lattice.dimension === 2 ? null : viewOf(lattices[view.lattice], atoms);
  }

  element() {
    return this.room?.element() ?? null;
  }

  // `floating` are the atoms of a piece that is not laid yet, in its color.
  show(floating = null, color = "") {
    if (!this.room) return;
    const laid = store.placed.map((placement) => ({
      atoms: placement.atoms,
      color: lookOf(store.view, placement).color,
    }));
    this.room.show(floating ? [...laid, { atoms: floating, color, className: "floating" }] : laid);
  }
}
