// Shikaku: drag from corner to corner to draw a rectangle; a tap on one removes it.

import { $, el, svg } from "../../core/dom.js";
import { key } from "../../core/lattice.js";
import { placeText, subject } from "../../core/phrases.js";
import { phrase } from "../../words/words.js";
import { DrawingPlayer } from "../drawing.js";
import { announce } from "../spoken.js";
import { boxOf } from "./picture.js";

export class RectanglePlayer extends DrawingPlayer {
  help = phrase("play.help shikaku");
  given = "play.rectangle given";
  badge = new SizeBadge();
  /** @type {Atom | null} */
  first = null; // the cell that the rectangle was begun with
  /** @type {Atom | null} */
  shown = null; // the cell up to which the rectangle is drawn

  /** @param {Stage} stage */
  attach(stage) {
    super.attach(stage);
    $("play-controls").before(this.badge.root);
  }

  /** @param {Atom} cell @param {boolean} keyed */
  begin(cell, keyed) {
    this.first = cell;
    this.isDrawing = true;
    this.keyed = keyed;
    this.show(cell);
  }

  // Where what is being drawn began.
  get from() {
    return this.isDrawing ? this.first : null;
  }

  /** @param {Atom | undefined} cell */
  follow(cell) {
    if (cell && key(cell) !== key(this.shown ?? [])) this.show(cell);
  }

  // Top, left, height and width of what is drawn, within the board; else of the cell of the keys.
  /** @returns {Rect} */
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
  /** @param {(number | null)[]} numbers */
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
    return key(cell) === key(this.from ?? []) ? phrase("spoken.begun", { text }) : text;
  }

  /** @param {Atom[]} atoms */
  cluesIn(atoms) {
    const names = new Set(atoms.map(key));
    return this.store.view.clues.filter(([row, column]) => names.has(key([row, column])));
  }

  // The rectangle of the one number in it, if it is of its size.
  /** @param {Atom[]} atoms @returns {Choice} */
  choose(atoms) {
    const clues = this.cluesIn(atoms);
    if (clues.length !== 1) return { why: clues.length ? "play.one number" : "play.a number" };
    const [row, column, value] = clues[0];
    const cells = atoms.length;
    if (value !== null && value !== cells) return { why: "play.wrong size", values: { value, cells } };
    return { placement: { piece: `${row},${column}`, rect: boxOf(atoms), atoms } };
  }
}

// ---- the size of a rectangle ---------------------------------------------------------------------------------------

// How many cells a rectangle has while it is drawn: a badge at its edge, of one size on every board, so that nobody takes it
// for a number of the puzzle.

const HALF = 12; // pixels from the badge's middle to its edge
/** @type {Record<string, string>} */
const SIGNS = { fits: "✓", clashes: "✗", open: "" };

// What a rectangle of `area` cells with these numbers in it (null for one to find out) is called, and whether it fits.
/** @param {number} area @param {(number | null)[]} numbers */
export function sizeOf(area, numbers) {
  const [number] = numbers;
  const count = numbers.length;
  if (count > 1) return { text: phrase("tools.size of many", { count }), state: "clashes" };
  if (!number) return { text: phrase("tools.size", { area }), state: "open" };
  const state = area === number ? "fits" : area > number ? "clashes" : "open";
  return { text: phrase("tools.size of clue", { area, value: number }), state };
}

class SizeBadge {
  constructor() {
    this.root = el("span.size-badge", { "aria-hidden": "true", hidden: true });
  }

  hide() {
    this.root.hidden = true;
  }

  // At the edge of `box`, in cells, that is away from the hand; on small cells beside it, where no number is covered.
  /** @param {{ text: string, state: string }} size @param {Box} box @param {boolean} isUpward @param {SVGSVGElement} board */
  show({ text, state }, box, isUpward, board) {
    const here = board.getScreenCTM();
    const frame = board.getBoundingClientRect();
    const beside = Math.max(0, HALF - here.a / 4);
    const x = here.e + (box.x + box.width / 2) * here.a - frame.x;
    const y = here.f + (isUpward ? box.y + box.height : box.y) * here.d - frame.y;
    this.root.className = `size-badge ${state}`;
    this.root.textContent = `${text} ${SIGNS[state]}`.trim();
    this.root.hidden = false;
    const half = this.root.offsetWidth / 2;
    this.root.style.left = `${Math.min(Math.max(x, half), frame.width - half)}px`;
    this.root.style.top = `${isUpward ? y + beside : y - beside}px`;
  }
}
