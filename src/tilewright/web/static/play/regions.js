// Puzzles of kinds that have no player of their own: what may lie on the board is drawn cell by cell, and is known by its cells.
// The server tells each name's places on the board (`pieces_list`), and what is written there (`texts`).

import { $, lettering, svg, unitsAt } from "../core/dom.js";
import * as draw from "../core/draw.js";
import { STEPS, key } from "../core/lattice.js";
import { kindOf } from "../state/kinds.js";
import { phrase } from "../words/words.js";
import { announce, cellText } from "./spoken.js";

/** @param {View} view @param {string} name */
export const subject = (view, name) =>
  phrase("hints.piece", { name: view.pieces_list.find((each) => each.name === name)?.label ?? name });

// Reads what lies there: the cells of one of the piece's places.
/** @param {View} view @param {Lattice} lattice */
export function readerOf(view, lattice) {
  const places = new Set(placesOf(view).map(({ piece, atoms }) => `${piece}:${lattice.nameOf(atoms)}`));
  return (/** @type {string} */ piece, /** @type {Atom[]} */ atoms) =>
    places.has(`${piece}:${lattice.nameOf(atoms)}`) ? { piece, atoms } : null;
}

// The rules are known to the server alone.
export const isSolution = () => false;

// The texts on the board.
/** @param {View} view */
export function writing({ texts = [] }) {
  const rows = texts.map(([text, x, y, size]) => lettering(text, [x, y], size));
  return { root: svg("g.clues", rows), show: () => {} };
}

/** @param {View} view @returns {any[]} */
const placesOf = (view) =>
  view.pieces_list.flatMap(({ name, orientations }) =>
    orientations.map(({ atoms, motion }) => ({ piece: name, atoms, motion })),
  );

export class Player {
  help = phrase("play.help regions");
  /** @type {any[]} */
  motions = [];
  isCarried = false;

  /** @param {Store} store @param {any} hooks */
  constructor(store, hooks) {
    this.store = store;
    this.hooks = hooks;
    /** @type {any} what may lie on each set of cells */
    this.places = Object.groupBy(placesOf(store.view), ({ atoms }) => store.lattice.nameOf(atoms));
    this.board = new Map(store.view.atoms.map((atom) => [key(atom), atom]));
    /** @type {Map<string, Atom> | null} */
    this.from = null; // the cells that are drawn, by their names
    this.keyed = false; // by keys
    this.cursor = store.view.atoms[0];
    this.ghost = svg("g.ghost");
    this.mark = svg("path.cursor");
    this.life = new AbortController();
    const { signal } = this.life;
    addEventListener("pointermove", (event) => this.from && !this.keyed && this.add(this.atomAt(event)), {
      signal,
    });
    addEventListener("pointerup", () => this.from && !this.keyed && this.finish(), { signal });
    addEventListener("pointercancel", () => this.cancel(), { signal });
  }

  close() {
    this.life.abort();
  }

  isFree() {
    return false;
  }

  /** @param {(placement: Placement) => boolean} isTried */
  shapes(isTried) {
    const { lattice, placed, view } = this.store;
    return placed.map((placement) => {
      const className = placement.fixed ? "given" : `laid${isTried(placement) ? " tried" : ""}`;
      return draw.shape(lattice, placement.atoms, { ...kindOf(view).lookOf(view, placement), className });
    });
  }

  /** @param {any} it */
  attach({ board, sheet }) {
    this.stage = board;
    sheet.append(this.ghost);
    board.append(this.mark);
    $("play-tray").replaceChildren();
    board.addEventListener("pointerdown", (/** @type {any} */ event) => {
      const atom = event.button > 0 ? null : this.atomAt(event);
      if (!atom) return;
      event.preventDefault();
      board.focus({ preventScroll: true });
      this.begin(atom, false);
    });
  }

  /** @param {any} event */
  atomAt(event) {
    const atom = this.store.lattice.atomAt(unitsAt(this.stage, event));
    return atom && this.board.get(key(atom));
  }

  /** @param {Atom} atom @param {boolean} keyed */
  begin(atom, keyed) {
    this.from = new Map();
    this.keyed = keyed;
    this.add(atom);
  }

  /** @param {Atom | null | undefined} atom */
  add(atom) {
    if (!this.from || !atom || this.from.has(key(atom))) return;
    this.from.set(key(atom), atom);
    this.show();
  }

  show() {
    const drawn = [...(this.from?.values() ?? [])];
    this.ghost.replaceChildren();
    if (!drawn.length) return;
    const fits = this.places[this.store.lattice.nameOf(drawn)] ? "fits" : "clashes";
    this.ghost.append(svg("path", { d: this.store.lattice.outline(drawn), class: `target ${fits}` }));
  }

  redraw() {
    this.show();
    this.touch();
  }

  touch() {
    const isKeyed = document.activeElement === this.stage && !document.body.classList.contains("by-pointer");
    this.mark.setAttribute("d", isKeyed ? this.store.lattice.outline([this.cursor]) : "");
  }

  // What was drawn is laid, in place of what lay there; a single cell takes back what covers it, unless it may be laid itself.
  finish() {
    const drawn = [...(this.from?.values() ?? [])];
    this.cancel();
    const names = new Set(drawn.map(key));
    const { placed } = this.store;
    /** @param {Placement} placement */
    const isHit = ({ atoms }) => atoms.some((atom) => names.has(key(atom)));
    const [hits, rest] = [placed.filter(isHit), placed.filter((each) => !isHit(each))];
    const places = this.places[this.store.lattice.nameOf(drawn)] ?? [];
    if (hits.some(({ fixed }) => fixed)) return this.refuse("play.region given");
    if (drawn.length === 1 && hits.length) return this.hooks.commit(rest);
    const used = new Set(rest.map(({ piece }) => piece));
    const chosen = places.find((/** @type {Placement} */ { piece }) => !used.has(piece)) ?? places[0];
    if (chosen) this.hooks.commit([...rest, chosen]);
    else this.refuse("play.no region");
  }

  /** @param {string} why */
  refuse(why) {
    this.hooks.refresh();
    this.hooks.say(phrase(why));
  }

  cancel() {
    this.from = null;
    this.keyed = false;
    this.ghost.replaceChildren();
  }

  /** @param {any} event */
  key(event) {
    if (event.target !== this.stage) return false;
    const step = STEPS[event.key]?.slice(-this.store.lattice.dimension);
    if (step) this.go(step);
    else if (event.key === "Enter" || event.key === " ") {
      if (this.from) this.finish();
      else this.begin(this.cursor, true);
    } else if (event.key === "Escape") this.cancel();
    else if (event.key === "Delete" || event.key === "Backspace") this.removeHere();
    else return false;
    this.touch();
    return true;
  }

  // The next cell in that direction; what is being drawn grows by it. Where cells have parts, each of them is gone through.
  /** @param {number[]} step */
  go(step) {
    const { lattice } = this.store;
    const cell = lattice.cellOf(this.cursor);
    const forward = step.some((value) => value > 0);
    const [here, there] = [cell, cell.map((value, i) => value + step[i])].map((each) => this.atomsOf(each));
    const place = here.findIndex((atom) => key(atom) === key(this.cursor));
    const next = here[place + (forward ? 1 : -1)] ?? there.at(forward ? 0 : -1);
    if (next) this.cursor = next;
    if (this.keyed) this.add(this.cursor);
    announce(cellText(lattice.cellOf(this.cursor)));
  }

  // Those of a cell that are on the board.
  /** @param {Atom} cell @returns {Atom[]} */
  atomsOf(cell) {
    return this.store.lattice.atomsOfCell(cell).filter((atom) => this.board.has(key(atom)));
  }

  removeHere() {
    const { placed } = this.store;
    /** @param {Placement} each */
    const isHere = (each) => !each.fixed && each.atoms.some((atom) => key(atom) === key(this.cursor));
    const rest = placed.filter((each) => !isHere(each));
    if (rest.length < placed.length) this.hooks.commit(rest);
  }
}
