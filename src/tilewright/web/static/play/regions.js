// Puzzles of kinds that have no player of their own: what may lie on the board is drawn cell by cell, and is known by its cells.
// The server tells each name's places on the board (`pieces_list`), and what is written there (`texts`).

import { lettering, svg } from "../core/dom.js";
import { key } from "../core/lattice.js";
import { phrase } from "../words/words.js";
import { DrawingPlayer } from "./drawing.js";
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

/** @param {View} view @returns {Placement[]} */
const placesOf = (view) =>
  view.pieces_list.flatMap(({ name, orientations }) =>
    orientations.map(({ atoms, motion }) => ({ piece: name, atoms, motion })),
  );

export class Player extends DrawingPlayer {
  help = phrase("play.help regions");
  given = "play.region given";

  /** @param {Store} store @param {PlayHooks} hooks */
  constructor(store, hooks) {
    super(store, hooks);
    /** @type {Map<string, Atom>} */
    this.cells = new Map(); // that are drawn, by their names
    /** @type {Record<string, Placement[]>} what may lie on each set of cells */
    this.places = Object.groupBy(placesOf(store.view), ({ atoms }) => store.lattice.nameOf(atoms));
    this.mark = svg("path.cursor");
  }

  /** @param {Stage} stage */
  attach(stage) {
    super.attach(stage);
    stage.board.append(this.mark);
  }

  /** @param {Atom} atom @param {boolean} keyed */
  begin(atom, keyed) {
    this.isDrawing = true;
    this.cells.clear();
    this.keyed = keyed;
    this.follow(atom);
  }

  /** @param {Atom | undefined} atom */
  follow(atom) {
    if (!atom || !this.board.has(key(atom)) || this.cells.has(key(atom))) return;
    this.cells.set(key(atom), atom);
    this.show();
  }

  /** @returns {Atom[]} */
  drawn() {
    return this.isDrawing ? [...this.cells.values()] : [];
  }

  show() {
    const { lattice } = this.store;
    const drawn = this.drawn();
    this.clear();
    if (!drawn.length) return;
    const fits = this.places[lattice.nameOf(drawn)] ? "fits" : "clashes";
    this.ghost.append(svg("path", { d: lattice.outline(drawn), class: `target ${fits}` }));
  }

  clear() {
    this.ghost.replaceChildren();
  }

  redraw() {
    this.show();
    this.showMark();
  }

  showMark() {
    const isKeyed = document.activeElement === this.stage && !document.body.classList.contains("by-pointer");
    this.mark.setAttribute("d", isKeyed ? this.store.lattice.outline([this.cursor]) : "");
  }

  // The cursor is somewhere else; what is being drawn by keys grows by it.
  touch() {
    this.showMark();
    if (this.keyed) this.follow(this.cursor);
    announce(cellText(this.store.lattice.cellOf(this.cursor)));
  }

  // A piece that does not lie there yet, if one may lie there.
  /** @param {Atom[]} drawn @param {Placement[]} rest */
  choose(drawn, rest) {
    const places = this.places[this.store.lattice.nameOf(drawn)] ?? [];
    const used = new Set(rest.map(({ piece }) => piece));
    return { placement: places.find(({ piece }) => !used.has(piece)) ?? places[0], why: "play.no region" };
  }
}
