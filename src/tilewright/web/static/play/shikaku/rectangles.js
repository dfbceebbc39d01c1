// Shikaku: drag from corner to corner to draw a rectangle; a tap on one removes it.

import { $, svg, unitsAt } from "../../core/dom.js";
import * as draw from "../../core/draw.js";
import { key } from "../../core/lattice.js";
import { placeText, subject } from "../../core/phrases.js";
import { phrase } from "../../words/words.js";
import { announce } from "../spoken.js";
import { rectColors } from "./picture.js";
import { SizeBadge, sizeOf } from "./sizebadge.js";

export class RectanglePlayer {
  help = phrase("play.help shikaku");

  /** @param {Store} store @param {any} hooks */
  constructor(store, hooks) {
    this.store = store;
    this.hooks = hooks;
    this.from = null;
    this.cursor = [0, 0];
    this.keyed = false;
    this.shown = null; // the cell up to which the rectangle is drawn
    this.badge = new SizeBadge();
    this.life = new AbortController();
    const { signal } = this.life;
    addEventListener("pointermove", (event) => this.follow(event), { signal });
    addEventListener("pointerup", (event) => this.from && !this.keyed && this.finish(this.cellAt(event)), {
      signal,
    });
    addEventListener("pointercancel", () => this.cancel(), { signal });
  }

  // Nothing of this player listens any more.
  close() {
    this.life.abort();
  }

  // One finger draws: the board is moved with two, or with the keys.
  isFree() {
    return false;
  }

  isCarried = false;

  // What lies on the board, as pictures.
  /** @param {(placement: Placement) => boolean} isTried */
  shapes(isTried) {
    const colors = rectColors(this.store.lattice, this.store.placed);
    return this.store.placed.map((placement, i) =>
      draw.shape(this.store.lattice, placement.atoms, {
        color: colors[i],
        index: 2,
        className: placement.fixed ? "given" : isTried(placement) ? "laid tried" : "laid",
      }),
    );
  }

  /** @param {any} it */
  attach({ board, sheet }) {
    const stage = (this.stage = board);
    this.ghost = svg("g.ghost");
    sheet.append(this.ghost);
    $("play-tray").replaceChildren();
    $("play-controls").before(this.badge.root);
    stage.addEventListener("pointerdown", (/** @type {any} */ event) => {
      if (event.button > 0) return;
      const cell = this.cellAt(event);
      if (!this.inside(cell)) return;
      this.keyed = false;
      this.from = cell;
      this.show(cell);
      event.preventDefault();
      stage.focus({ preventScroll: true });
    });
  }

  /** @type {any[]} */
  motions = [];

  /** @param {any} event */
  cellAt(event) {
    const [x, y] = unitsAt(this.stage, event);
    return [Math.floor(y), Math.floor(x)];
  }

  /** @param {Atom} it */
  inside([row, column]) {
    return row >= 0 && column >= 0 && row < this.store.view.rows && column < this.store.view.columns;
  }

  /** @param {Atom} it */
  rect([row, column]) {
    const { rows, columns } = this.store.view;
    const r = Math.min(Math.max(row, 0), rows - 1);
    const c = Math.min(Math.max(column, 0), columns - 1);
    const [top, left] = [Math.min(r, this.from[0]), Math.min(c, this.from[1])];
    return [top, left, Math.abs(r - this.from[0]) + 1, Math.abs(c - this.from[1]) + 1];
  }

  redraw() {
    this.clear();
  }

  clear() {
    this.ghost.replaceChildren();
    this.badge.hide();
    this.shown = null;
  }

  /** @param {any} event */
  follow(event) {
    if (!this.from || this.keyed) return;
    const cell = this.cellAt(event);
    if (!this.shown || cell.some((v, i) => v !== this.shown[i])) this.show(cell);
  }

  // The rectangle from where it began to a cell, or the cell of the keys.
  /** @param {Atom} cell */
  show(cell) {
    this.clear();
    this.shown = cell;
    const [top, left, height, width] = this.from ? this.rect(cell) : [...this.cursor, 1, 1];
    const numbers = this.cluesIn([top, left, height, width]).map(([, , value]) => value);
    const size = sizeOf(height * width, numbers);
    const box = { x: left, y: top, width, height };
    this.ghost.append(svg("rect", { ...box, class: `target ${this.from ? size.state : "fits"}` }));
    this.hooks.zoom.reveal({ x: cell[1], y: cell[0], width: 1, height: 1 });
    if (this.from) this.badge.show(size, box, cell[0] < this.from[0], this.stage);
    announce(this.from ? this.drawnText(cell, size) : this.cursorText(numbers));
  }

  // For those who do not see the board: the cell of the keys, and its number.
  /** @param {any} numbers */
  cursorText(numbers) {
    const { lattice, placed, view } = this.store;
    const place = placeText(lattice, this.cursor);
    const text = numbers.length ? phrase("tools.cell with", { place, number: numbers[0] ?? "?" }) : place;
    const around = placed.find(({ rect }) => overlap(rect, [...this.cursor, 1, 1]));
    return around ? phrase("spoken.in rectangle", { text, name: subject(view, around.piece) }) : text;
  }

  /** @param {Atom} cell @param {any} it1 */
  drawnText(cell, { text: number }) {
    const text = phrase("tools.cell with", { place: placeText(this.store.lattice, cell), number });
    return key(cell) === key(this.from) ? phrase("spoken.begun", { text }) : text;
  }

  /** @param {Rect} it */
  cluesIn([top, left, height, width]) {
    const { clues } = this.store.view;
    return clues.filter(([r, c]) => r >= top && c >= left && r < top + height && c < left + width);
  }

  /** @param {Atom} cell */
  finish(cell) {
    const rect = this.rect(cell);
    this.cancel();
    const [top, left, height, width] = rect;
    const hits = this.store.placed.filter((p) => overlap(p.rect, rect));
    if (hits.some((p) => p.fixed)) {
      this.hooks.refresh();
      return this.hooks.say(phrase("play.rectangle given"));
    }
    const rest = this.store.placed.filter((p) => !overlap(p.rect, rect));
    const clues = this.cluesIn(rect);
    if (height * width === 1 && hits.length) return this.hooks.commit(rest);
    if (clues.length !== 1) {
      this.hooks.refresh();
      return this.hooks.say(phrase(clues.length ? "play.one number" : "play.a number"));
    }
    const [r, c, value] = clues[0];
    if (value !== null && value !== height * width) {
      this.hooks.refresh();
      return this.hooks.say(phrase("play.wrong size", { value, cells: height * width }));
    }
    const atoms = Array.from({ length: height * width }, (_, i) => [
      top + Math.floor(i / width),
      left + (i % width),
    ]);
    this.hooks.commit([...rest, { piece: `${r},${c}`, rect, atoms }]);
  }

  cancel() {
    this.from = null;
    this.keyed = false;
    this.clear();
  }

  /** @param {any} event */
  key(event) {
    if (event.target !== this.stage) return false;
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[
      /** @type {"ArrowUp"} */ (event.key)
    ];
    if (step) {
      const next = [this.cursor[0] + step[0], this.cursor[1] + step[1]];
      if (this.inside(next)) this.cursor = next;
      this.show(this.cursor);
    } else if (event.key === "Enter" || event.key === " ") {
      if (this.from) this.finish(this.cursor);
      else {
        this.from = this.cursor;
        this.keyed = true;
        this.show(this.cursor);
      }
    } else if (event.key === "Escape") {
      this.cancel();
      this.show(this.cursor);
    } else if (event.key === "Delete" || event.key === "Backspace") this.removeHere();
    else return false;
    return true;
  }

  removeHere() {
    const { placed } = this.store;
    const rest = placed.filter((p) => p.fixed || !overlap(p.rect, [...this.cursor, 1, 1]));
    if (rest.length === placed.length) this.show(this.cursor);
    else this.hooks.commit(rest);
  }
}

/** @param {any} a @param {Rect} b */
function overlap(a, b) {
  return a[0] < b[0] + b[2] && b[0] < a[0] + a[2] && a[1] < b[1] + b[3] && b[1] < a[1] + a[3];
}
