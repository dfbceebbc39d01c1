// Playing by drawing on the board, with the mouse, a finger or keys: what lies where something is drawn makes room for it.

import { $, svg, unitsAt } from "../core/dom.js";
import { STEPS, key } from "../core/lattice.js";
import * as draw from "../core/draw.js";
import { kindOf } from "../core/kinds.js";
import { phrase } from "../words/words.js";
import { classOf } from "./stage.js";

export class DrawingPlayer {
  /** @type {string[]} */
  motions = [];
  tools = ["pencil"]; // that the player may take
  isCarried = false;

  /** @param {Store} store @param {PlayHooks} hooks */
  constructor(store, hooks) {
    this.store = store;
    this.hooks = hooks;
    this.board = new Map(store.view.atoms.map((atom) => [key(atom), atom]));
    this.isDrawing = false;
    this.keyed = false; // by keys
    this.cursor = store.view.atoms[0];
    this.ghost = svg("g.ghost");
    this.stage = svg("svg"); // the picture of the board, once it is attached
    this.life = new AbortController();
    const { signal } = this.life;
    addEventListener("pointermove", (event) => this.isDragged && this.follow(this.atomAt(event)), { signal });
    addEventListener("pointerup", (event) => this.isDragged && this.release(event), { signal });
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

  takesTwo() {
    return false;
  }

  get isIdle() {
    return !this.isDrawing;
  }

  get isDragged() {
    return this.isDrawing && !this.keyed;
  }

  // What lies on the board, as pictures.
  /** @param {(placement: Placement) => boolean} isTried */
  shapes(isTried) {
    const { lattice, placed, view } = this.store;
    const looks = kindOf(view).looksOf(lattice, view, placed);
    return placed.map((each, i) =>
      draw.shape(lattice, each.atoms, { ...looks[i], className: classOf(each, isTried(each)) }),
    );
  }

  /** @param {Stage} stage */
  attach({ board, sheet }) {
    this.stage = board;
    sheet.append(this.ghost);
    $("play-tray").replaceChildren();
    board.addEventListener("pointerdown", (event) => {
      const atom = event.button > 0 ? null : this.atomAt(event);
      if (!atom || !this.board.has(key(atom))) return;
      event.preventDefault();
      board.focus({ preventScroll: true });
      this.begin(atom, false);
    });
  }

  /** @param {PointerEvent} event */
  atomAt(event) {
    return this.store.lattice.atomAt(unitsAt(this.stage, event));
  }

  /** @param {PointerEvent} event */
  release(event) {
    this.follow(this.atomAt(event));
    this.finish();
  }

  // What was drawn is laid in place of what lay there; a single cell takes back what covers it.
  finish() {
    const drawn = this.drawn();
    this.cancel();
    const [hits, rest] = this.split(drawn);
    if (hits.some(({ fixed }) => fixed)) return this.refuse(this.given);
    if (drawn.length === 1 && hits.length) return this.hooks.commit(rest);
    const { placement, why, values } = this.choose(drawn, rest);
    if (placement) this.hooks.commit([...rest, placement]);
    else this.refuse(why, values);
  }

  // What lies on some atoms, and what does not.
  /** @param {Atom[]} atoms */
  split(atoms) {
    const names = new Set(atoms.map(key));
    const { hits = [], rest = [] } = Object.groupBy(this.store.placed, (each) =>
      each.atoms.some((atom) => names.has(key(atom))) ? "hits" : "rest",
    );
    return [hits, rest];
  }

  /** @param {string} why @param {Values} [values] */
  refuse(why, values) {
    this.hooks.refresh();
    this.hooks.say(phrase(why, values));
  }

  cancel() {
    this.isDrawing = false;
    this.keyed = false;
    this.clear();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.target !== this.stage) return false;
    const step = STEPS[event.key]?.slice(3 - this.store.lattice.dimension);
    if (step?.some(Boolean)) this.go(step);
    else if (event.key === "Enter" || event.key === " ") {
      if (this.isDrawing) this.finish();
      else this.begin(this.cursor, true);
    } else if (event.key === "Escape") {
      this.cancel();
      this.touch();
    } else if (event.key === "Delete" || event.key === "Backspace") this.removeHere();
    else return false;
    return true;
  }

  // To the next cell in that direction; where cells have parts, each of them is gone through.
  /** @param {number[]} step */
  go(step) {
    const { lattice } = this.store;
    const cell = lattice.cellOf(this.cursor);
    const forward = step.some((value) => value > 0);
    const [here, there] = [cell, cell.map((value, i) => value + step[i])].map((each) =>
      lattice.atomsOfCell(each).filter((atom) => this.board.has(key(atom))),
    );
    const place = here.findIndex((atom) => key(atom) === key(this.cursor));
    this.cursor = here[place + (forward ? 1 : -1)] ?? there.at(forward ? 0 : -1) ?? this.cursor;
    this.touch();
  }

  removeHere() {
    const [hits] = this.split([this.cursor]);
    const gone = hits.filter(({ fixed }) => !fixed);
    if (gone.length) this.hooks.commit(this.store.placed.filter((each) => !gone.includes(each)));
    else this.touch();
  }
}
