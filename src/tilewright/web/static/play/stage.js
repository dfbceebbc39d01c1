// The picture of the board that is played on: made once for a puzzle, and its layers changed in place, so that a move
// costs what it changes and no more. What is held lies on a sheet above it, which the browser paints by itself.

import { arrange, lettering, svg } from "../core/dom.js";
import * as draw from "../core/draw.js";
import { store } from "../state/store.js";
import { phrase } from "../words/words.js";
import { kindOf } from "../core/kinds.js";

export const MARGIN = 0.4; // cells around the board
const NAME = 0.022; // size of the names of layers, in widths of the board

// What a placement is to the style sheet.
/** @param {Placement} placement @param {boolean} isTried */
export const classOf = ({ fixed }, isTried) => (fixed ? "given" : `laid${isTried ? " tried" : ""}`);

export class Stage {
  // `notes` is a layer below the pieces.
  /** @param {Element} notes */
  constructor(notes) {
    const { lattice, view } = store;
    const atoms = [...view.atoms, ...view.optional];
    const margin = Math.max(MARGIN, 0.25 + 1.2 * sizeOfNames());
    const attributes = { id: "play-board", tabindex: 0, role: "application" };
    this.board = draw.picture(lattice, atoms, attributes, margin);
    this.sheet = draw.picture(lattice, atoms, { class: "sheet", "aria-hidden": "true" }, margin);
    this.pieces = svg("g.pieces");
    this.marks = svg("g");
    this.writing = kindOf(view).writing(view);
    this.board.append(
      draw.board(lattice, view),
      ...layerNames(),
      notes,
      this.pieces,
      this.writing.root,
      this.marks,
    );
  }

  // Draw what lies there, and outlines around `marks`, lists of atoms; `refuted` atoms are shaded.
  /** @param {Element[]} pieces @param {{ marks: Atom[][], good: boolean, refuted: Atom[] }} what */
  show(pieces, { marks, good, refuted }) {
    const { lattice, view, placed } = store;
    /** @param {Atom[]} atoms @param {string} name */
    const outline = (atoms, name) => svg("path", { d: lattice.contour(atoms, 0), class: name });
    const name = view.name || phrase("page.puzzle");
    this.board.setAttribute("aria-label", phrase("play.board label", { name, count: placed.length }));
    this.board.classList.remove("wave", "replay");
    arrange(this.pieces, pieces);
    this.writing.show(placed);
    this.marks.replaceChildren(
      ...(refuted.length ? [outline(refuted, "refuted")] : []),
      ...marks.map((atoms) => outline(atoms, good ? "mark good" : "mark")),
    );
  }
}

const sizeOfNames = () => (store.lattice.layers > 1 ? NAME * store.lattice.layers * store.lattice.spread : 0);

// The number of each layer above it, the top one being the first.
function layerNames() {
  const { lattice, view } = store;
  const size = sizeOfNames();
  const all = [...view.atoms, ...view.optional];
  if (!size) return [];
  return Array.from({ length: lattice.layers }, (_, layer) => {
    const { x, y, width } = lattice.bounds(all.filter((atom) => atom[0] === layer));
    const name = phrase(layer ? "play.layer" : "play.layer top", { number: layer + 1 });
    return lettering(name, [x + width / 2, y - 0.2 - 0.55 * size], size, "name-of-layer");
  });
}
