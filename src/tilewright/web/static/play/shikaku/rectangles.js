// Shikaku: drag from corner to corner to draw a rectangle; a tap on one removes it.

import { $, svg } from "../../core/dom.js";
import { key } from "../../core/lattice.js";
import { placeText, subject } from "../../core/phrases.js";
import { phrase } from "../../words/words.js";
import { DrawingPlayer } from "../drawing.js";
import { announce } from "../spoken.js";
import { boxOf } from "./picture.js";
import { SizeBadge, sizeOf } from "./sizebadge.js";

export class RectanglePlayer extends DrawingPlayer {
  help = phrase("play.help shikaku");
  given = "play.rectangle given";
  badge = new SizeBadge();
  /** @type {Atom | null} */
  shown = null; // the cell up to which the rectangle is drawn

  /** @param {any} stage */
  attach(stage) {
    super.attach(stage);
    $("play-controls").before(this.badge.root);
  }

  /** @param {Atom} cell @param {boolean} keyed */
  begin(cell, keyed) {
    this.from = cell;
    this.keyed = keyed;
    this.show(cell);
  }

  /** @param {Atom | undefined} cell */
  follow(cell) {
    if (cell && key(cell) !== key(this.shown ?? [])) this.show(cell);
  }

  // Top, left, height and width of what is drawn, within the board; else of the cell of the keys.
  rect() {
    const { rows, columns } = this.store.view;
    const ends = [this.from ?? this.cursor, (this.from && this.shown) ?? this.cursor];
    const [r, c] = [rows, columns].map((size, i) =>
      ends.map((end) => Math.min(Math.max(end[i], 0), size - 1)),
    );
    return [Math.min(...r), Math.min(...c), Math.abs(r[0] - r[1]) + 1, Math.abs(c[0] - c[1]) + 1];
  }

  drawn() {
    const [top, left, height, width] = this.rect();
    return Array.from({ length: height * width }, (_, i) => [
      top + Math.floor(i / width),
      left + (i % width),
    ]);
  }

  redraw() {
    this.clear();
  }

  clear() {
    this.ghost.replaceChildren();
    this.badge.hide();
    this.shown = null;
  }

  touch() {
    this.show(this.cursor);
  }

  // The rectangle from where it began to a cell, or the cell of the keys.
  /** @param {Atom} cell */
  show(cell) {
    this.clear();
    this.shown = cell;
    const [y, x, height, width] = this.rect();
    const numbers = this.cluesIn(this.drawn()).map(([, , value]) => value);
    const size = sizeOf(height * width, numbers);
    const box = { x, y, width, height };
    this.ghost.append(svg("rect", { ...box, class: `target ${this.from ? size.state : "fits"}` }));
    this.hooks.zoom.reveal({ x: cell[1], y: cell[0], width: 1, height: 1 });
    if (this.from) this.badge.show(size, box, cell[0] < this.from[0], this.stage);
    announce(this.from ? this.drawnText(cell, size.text) : this.cursorText(numbers));
  }

  // For those who do not see the board: the cell of the keys, and its number.
  /** @param {any[]} numbers */
  cursorText(numbers) {
    const { lattice, view } = this.store;
    const place = placeText(lattice, this.cursor);
    const text = numbers.length ? phrase("tools.cell with", { place, number: numbers[0] ?? "?" }) : place;
    const [[around]] = this.split([this.cursor]);
    return around ? phrase("spoken.in rectangle", { text, name: subject(view, around.piece) }) : text;
  }

  /** @param {Atom} cell @param {string} number */
  drawnText(cell, number) {
    const text = phrase("tools.cell with", { place: placeText(this.store.lattice, cell), number });
    return key(cell) === key(this.from) ? phrase("spoken.begun", { text }) : text;
  }

  /** @param {Atom[]} atoms */
  cluesIn(atoms) {
    const names = new Set(atoms.map(key));
    return this.store.view.clues.filter((clue) => names.has(key(clue.slice(0, 2))));
  }

  // The rectangle of the one number in it, if it is of its size.
  /** @param {Atom[]} atoms */
  choose(atoms) {
    const clues = this.cluesIn(atoms);
    if (clues.length !== 1) return { why: clues.length ? "play.one number" : "play.a number" };
    const [row, column, value] = clues[0];
    const cells = atoms.length;
    if (value !== null && value !== cells) return { why: "play.wrong size", values: { value, cells } };
    return { placement: { piece: `${row},${column}`, rect: boxOf(atoms), atoms } };
  }
}
