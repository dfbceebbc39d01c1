// The board in space beside its layers: what lies there, and the piece that is being laid.

import { viewOf } from "../core/solid.js";
import { distance, key, least } from "../core/lattice.js";
import { kindOf } from "../core/kinds.js";
import { store } from "../state/store.js";

const NEAR = 1.2; // cells of the picture from the pointer to the middle of a piece that is dropped there
const HANGING = 0.6; // the same: so much farther counts a place where it would not lie on anything

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
  /** @param {Atom[] | null} [floating] @param {string} [color] */
  show(floating = null, color = "") {
    if (!this.room) return;
    const laid = store.placed.map((placement) => ({
      atoms: placement.atoms,
      color: kindOf(store.view).lookOf(store.view, placement).color,
    }));
    this.room.show(floating ? [...laid, { atoms: floating, color, className: "floating" }] : laid);
  }

  // Whether a point of the screen is in the picture.
  /** @param {Point} it */
  isAt([x, y]) {
    const box = this.room?.root.getBoundingClientRect();
    return box !== undefined && x > box.left && x < box.right && y > box.top && y < box.bottom;
  }

  // The place {shift, atoms} in which a piece that is held over the picture would land: one that is seen there, where it lies
  // on the ground or on other pieces if there is such a place.
  /** @param {Point} pointer @param {Atom[]} shape @param {PlacesOfPieces} places @returns {Place | null} */
  target(pointer, shape, places) {
    const { lattice, view, placed } = store;
    const { room } = this;
    if (!room) return null;
    const cell = room.root.getScreenCTM().a;
    /** @param {Atom} atom */
    const isFree = (atom) => places.fit([atom], placed);
    const every = lattice.cells(view.extent).map((shift) => ({ shift, atoms: lattice.shift(shape, shift) }));
    /** @param {{ atoms: Atom[] }} place */
    const far = ({ atoms }) => {
      const own = new Set(atoms.map(key));
      const below = lattice.shift(atoms, [1, 0, 0]).filter((atom) => !own.has(key(atom)));
      const hangs = !lattice.ball && below.every(isFree) ? HANGING : 0;
      return distance(room.onScreen(atoms), pointer) / cell + hangs;
    };
    const fitting = every.filter(({ atoms }) => places.fit(atoms, placed));
    const best = least(fitting, far);
    return best && far(best) < NEAR ? best : null;
  }
}
