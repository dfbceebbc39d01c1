// Playing with pieces by keys alone: a piece is chosen, moved and laid, or the arrows go over the board; all of it is said.

import { svg } from "../core/dom.js";
import { STEPS, key } from "../core/lattice.js";
import { subject } from "../core/phrases.js";
import { phrase } from "../words/words.js";
import { PieceBoard } from "./pieceboard.js";
import { middleOf } from "./places.js";
import { announce, cellText } from "./spoken.js";

export class KeyBoard extends PieceBoard {
  /** @param {any} stage */
  attach(stage) {
    super.attach(stage);
    this.mark = svg("path.cursor");
    stage.board.append(this.mark);
    this.touch(this.cursor);
  }

  // Chosen by keys: the piece waits on the board.
  /** @param {number} index */
  choose(index) {
    if (this.hooks.pick(this.pieces[index].name)) return;
    if (this.left(index) <= 0) return;
    this.cancel();
    this.held = { index, grab: middleOf(this.plain, this.shape(index)[0]) };
    this.take("place");
    this.stage.focus({ preventScroll: true });
  }

  giveUp() {
    const { name } = this.pieces[this.held.index];
    this.cancel();
    announce(phrase("spoken.put away", { name: subject(this.store.view, name) }));
  }

  /** @param {any} event */
  key(event) {
    const how = /** @type {Record<string, string>} */ ({ r: "turn", f: "flip", t: "tumble" })[
      event.key.toLowerCase()
    ];
    if (how) this.turn(how);
    else if (event.key === "Escape" && this.held) this.giveUp();
    else if (event.target !== this.stage) return false;
    else if (event.key === "Delete" || event.key === "Backspace") this.takeBack();
    else if (this.held) return this.held.mode === "place" && this.keyAtPlace(event.key);
    else return this.keyOnBoard(event.key);
    return true;
  }

  // Nothing is held: the arrows go from cell to cell and say what is there, Enter takes it up. Whether the key meant anything.
  /** @param {string} name */
  keyOnBoard(name) {
    const step = STEPS[name]?.slice(3 - this.plain.dimension);
    const cell = this.cursor ?? this.plain.cellOf(this.store.view.atoms[0]);
    const laid = this.laidAt(cell);
    if (step) this.moveCursor(this.cursor ? this.stepped(cell, step) : cell);
    else if (name !== "Enter" && name !== " ") return false;
    else if (laid && !laid.fixed) this.takeUp(laid);
    else announce(cellText(cell));
    return true;
  }

  // The next cell, past holes too; where the board is joined, around it.
  /** @param {Atom} cell @param {any} step */
  stepped(cell, step) {
    const { periods } = this.store.lattice;
    const next = this.places.clamp(
      [cell.map(() => 0)],
      cell.map((v, i) => v + step[i]),
    );
    return next.map((v, i) => (periods?.[i] ? (v + periods[i]) % periods[i] : v));
  }

  /** @param {Atom} cell */
  moveCursor(cell) {
    const { lattice } = this.store;
    this.touch(cell);
    const atoms = lattice.atomsOfCell(cell);
    this.hooks.pages.reveal(atoms);
    this.hooks.zoom.reveal(lattice.bounds(atoms));
    announce(cellText(cell));
  }

  // The cell that the keys act on; none until an arrow is pressed.
  /** @param {Atom} cell */
  touch(cell) {
    this.cursor = cell;
    const { lattice } = this.store;
    this.mark.setAttribute("d", cell ? lattice.outline(lattice.atomsOfCell(cell)) : "");
  }

  /** @param {Atom} cell */
  laidAt(cell) {
    const names = new Set(this.plain.atomsOfCell(cell).map(key));
    return this.store.placed.find(({ atoms }) => atoms.some((atom) => names.has(key(atom))));
  }

  /** @param {any} lifted */
  takeUp(lifted) {
    const index = this.pieces.findIndex(({ name }) => name === lifted.piece);
    const { number, at } = this.laidAs(lifted, index);
    this.orientation[index] = number;
    this.held = { index, lifted, at, grab: middleOf(this.plain, this.shape(index)[0]) };
    this.take("place");
  }

  // The arrows move the piece that waits on the board, Enter lays it. Whether the key meant anything.
  /** @param {string} name */
  keyAtPlace(name) {
    const step = STEPS[name]?.slice(3 - this.plain.dimension);
    if (name === "Enter" || name === " ") this.layHere();
    else if (!step) return false;
    else {
      const there = this.at.map((/** @type {number} */ v, /** @type {number} */ i) => v + step[i]);
      this.at = this.places.clamp(this.shape(this.held.index), there);
      this.show();
    }
    return true;
  }

  // The cursor stays with what was laid.
  layHere() {
    const { at } = this;
    const first = this.shape(this.held.index)[0];
    this.lay();
    if (!this.held && this.cursor) this.touch(this.plain.cellOf(this.store.lattice.shift([first], at)[0]));
  }

  // The piece under the held one or the cursor, or the last that was laid.
  takeBack() {
    const shape = this.held && this.store.lattice.shift(this.shape(this.held.index), this.at);
    const under = shape && new Set(shape.map(key));
    /** @param {any} p */
    const isHit = (p) =>
      !p.fixed && (!under || p.atoms.some((/** @type {Atom} */ atom) => under.has(key(atom))));
    const there = !this.held && this.cursor && this.laidAt(this.cursor);
    const hit = there ? isHit(there) && there : this.store.placed.findLast(isHit);
    if (!hit) return announce(this.cursor ? cellText(this.cursor) : phrase("spoken.nothing"));
    if (this.held?.lifted) this.cancel();
    const rest = this.store.placed.filter((placement) => placement !== hit);
    if (this.held) this.held.before = rest;
    this.hooks.commit(rest);
  }
}
