// The picture of the board that is played on: made once for a puzzle, and its layers changed in place, so that a move
// costs what it changes and no more. What is held lies on a sheet above it, which the browser paints by itself.

import { arrange, svg } from "../core/dom.js";
import * as draw from "../core/draw.js";
import { store } from "../state/store.js";
import { phrase } from "../words/words.js";

const MARGIN = 0.4; // cells around the board

export class Stage {
  // `notes` is a layer below the pieces.
  constructor(notes) {
    const { lattice, view } = store;
    const atoms = [...view.atoms, ...view.optional];
    const attributes = { id: "play-board", tabindex: 0, role: "application" };
    this.board = draw.picture(lattice, atoms, attributes, MARGIN);
    this.sheet = draw.picture(lattice, atoms, { class: "sheet", "aria-hidden": "true" }, MARGIN);
    this.pieces = svg("g", { class: "pieces" });
    this.marks = svg("g");
    this.clues = view.kind === "shikaku" ? draw.clues(view) : "";
    this.board.append(draw.board(lattice, view), notes, this.pieces, this.clues, this.marks);
  }

  // Draw what lies there, and outlines around `marks`, lists of atoms; `refuted` atoms are shaded.
  show(pieces, { marks, good, refuted }) {
    const { lattice, view, placed } = store;
    const outline = (atoms, name) => svg("path", { d: lattice.outline(atoms), class: name });
    const name = view.name || phrase("page.puzzle");
    this.board.setAttribute("aria-label", phrase("play.board label", { name, count: placed.length }));
    this.board.classList.remove("wave", "replay");
    arrange(this.pieces, pieces);
    if (this.clues) draw.darkenClues(this.clues, view, placed);
    this.marks.replaceChildren(
      ...(refuted.length ? [outline(refuted, "refuted")] : []),
      ...marks.map((atoms) => outline(atoms, good ? "mark good" : "mark")),
    );
  }
}
