// The map of places: for a piece, how many solutions have it on each cell; for a cell, which pieces how often.

import { button, el, lettering, select, svg, unitsAt } from "../core/dom.js";
import * as draw from "../core/draw.js";
import { STEPS, centre, key } from "../core/lattice.js";
import { placeText } from "../core/phrases.js";
import { number, phrase } from "../words/words.js";
import { kindOf } from "../core/kinds.js";

const FAINT = 0.06; // opacity of a cell that is hardly used
const DARK = 0.85; // and of the one used most

/** @typedef {{ name: string, counts: Map<string, bigint> }} PlaceRow a piece and how many solutions have it on each cell */

export class PlaceMap {
  // `told` is the server's: {total, places: [{pieces, cells: [[atom, number]]}]}.
  /** @param {Lattice} lattice @param {View} view @param {SearchEnd} told @param {(name: string) => string} nameOf */
  constructor(lattice, view, told, nameOf) {
    this.lattice = lattice;
    this.view = view;
    this.chosen = 0; // the row that is shown
    this.total = BigInt(told.total ?? 0);
    /** @type {PlaceRow[]} */
    this.rows = (told.places ?? []).map(({ pieces, cells }) => ({
      name: nameOf(pieces[0]),
      counts: new Map(cells.map(([atom, times]) => [key(atom), BigInt(times)])),
    }));
    this.mark = svg("path.mark.good");
    this.cursor = lattice.cellOf(view.atoms[0]);
    this.board = el("div.stage");
    this.list = el("div.map-list", { id: "solve-map-cell", role: "status" });
    this.root = el("div", { id: "solve-map" }, this.choice(), el("div.map-parts", this.board, this.list));
    this.draw();
  }

  // Buttons for the pieces; many of them, or clues, are a list.
  choice() {
    /** @type {HTMLElement[]} */
    this.buttons = [];
    const names = this.rows.map(({ name }) => name);
    if (names.length > kindOf(this.view).mapButtons) {
      const label = { id: "map-piece", "aria-label": phrase("explore.map which") };
      const textOf = (/** @type {number} */ i) => names[i];
      return el(
        "div.bar",
        select([...names.keys()], 0, textOf, (i) => this.choose(i), label),
      );
    }
    this.buttons = names.map((piece, i) =>
      button(piece, () => this.choose(i), { "aria-label": phrase("explore.map piece", { piece }) }),
    );
    return el("div.bar.small.map-pieces", this.buttons);
  }

  /** @param {number} index */
  choose(index) {
    this.chosen = index;
    this.draw();
  }

  /** @param {PlaceRow} row @param {Atom} atom */
  share(row, atom) {
    const count = row.counts.get(key(atom)) ?? 0n;
    return this.total ? Number((count * 1_000_000n) / this.total) / 1_000_000 : 0;
  }

  draw() {
    const { lattice, view } = this;
    const row = this.rows[this.chosen];
    this.buttons.forEach((each, i) => each.setAttribute("aria-pressed", i === this.chosen));
    const every = [...view.atoms, ...view.optional];
    const root = draw.picture(lattice, every, { tabindex: 0, role: "application" });
    root.setAttribute("aria-label", phrase("explore.map board", { piece: row.name }));
    root.append(draw.board(lattice, view));
    root.append(...this.heat(row, every));
    root.append(kindOf(view).writing(view).root);
    root.append(this.mark);
    root.addEventListener("click", (event) => this.click(event, root));
    root.addEventListener("keydown", (event) => this.key(event));
    const had = this.board.contains(document.activeElement);
    this.board.replaceChildren(root);
    if (had) root.focus({ preventScroll: true });
    this.point();
  }

  // Each cell as dark as its share of the piece's favorite one, with the percentage of all solutions.
  /** @param {PlaceRow} row @param {Atom[]} atoms */
  heat(row, atoms) {
    const { lattice } = this;
    const most = Math.max(...atoms.map((atom) => this.share(row, atom)));
    const used = atoms.filter((atom) => this.share(row, atom));
    const size = 0.3 / Math.sqrt(lattice.kinds);
    return used.flatMap((atom) => {
      const share = this.share(row, atom);
      const opacity = FAINT + (DARK - FAINT) * (share / most);
      const [x, y] = centre(lattice.polygon(atom));
      const cell = svg("path.heat", { d: lattice.outline([atom]), "fill-opacity": opacity });
      const text = kindOf(this.view).mapText(percentText(share));
      return [cell, lettering(text, [x, y], size, "percent")];
    });
  }

  /** @param {MouseEvent} event @param {SVGSVGElement} root */
  click(event, root) {
    const atom = this.lattice.atomAt(unitsAt(root, event));
    if (atom) this.moveTo(this.lattice.cellOf(atom));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = STEPS[event.key]?.slice(3 - this.lattice.dimension);
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation(); // the arrows do not step through the solutions here
    this.moveTo(this.cursor.map((v, i) => v + step[i]));
  }

  /** @param {Atom} cell */
  moveTo(cell) {
    if (!this.here(cell).length) return;
    this.cursor = cell;
    this.point();
  }

  // The atoms of a cell that are on the board.
  /** @param {Atom} cell */
  here(cell) {
    const names = new Set(this.lattice.atomsOfCell(cell).map(key));
    return [...this.view.atoms, ...this.view.optional].filter((atom) => names.has(key(atom)));
  }

  // Which pieces how many solutions have on the cell, the most frequent first.
  point() {
    const atoms = this.here(this.cursor);
    this.mark.setAttribute("d", this.lattice.outline(atoms));
    /** @param {PlaceRow} row */
    const most = (row) => atoms.reduce((best, atom) => max(best, row.counts.get(key(atom)) ?? 0n), 0n);
    const rows = this.rows
      .map((row) => ({ name: row.name, count: most(row) }))
      .filter(({ count }) => count)
      .sort((a, b) => (a.count < b.count ? 1 : -1));
    const place = placeText(this.lattice, this.cursor);
    this.list.replaceChildren(
      el("p", phrase("explore.map cell", { place })),
      ...rows.map(({ name, count }) => el("p", this.rowText(name, count))),
    );
  }

  /** @param {string} piece @param {bigint} count */
  rowText(piece, count) {
    const percent = number(Number((count * 10_000n) / this.total) / 100, 1);
    return phrase("explore.map row", { piece, count, percent });
  }
}

/** @param {number} share */
const percentText = (share) => (share < 0.01 ? "<1" : String(Math.round(100 * share)));
/** @param {bigint} a @param {bigint} b */
const max = (a, b) => (a > b ? a : b);
