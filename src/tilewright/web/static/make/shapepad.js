// A small board of its own to paint the shape of a piece on.

import { svg, unitsAt } from "../core/dom.js";
import * as draw from "../core/draw.js";
import { STEPS, key } from "../core/lattice.js";
import { placeText } from "../core/phrases.js";
import { phrase } from "../words/words.js";

export class ShapePad {
  // `chosen` maps names to atoms and is changed; `told` hears what the keys do.
  /** @param {Lattice} lattice @param {Atom[]} every @param {Map<string, Atom>} chosen @param {string} label @param {Told<string>} told */
  constructor(lattice, every, chosen, label, told) {
    this.lattice = lattice;
    this.chosen = chosen;
    this.told = told;
    /** @type {boolean | null} */
    this.erase = null; // what a stroke does, while it lasts
    this.cursor = lattice.cellOf(every[0]);
    /** @type {Point} */
    this.at = [];
    this.frame = new Set(every.map(key));
    this.paint = svg("path.painted");
    this.mark = svg("path.cursor");
    const attributes = { tabindex: 0, role: "application", "aria-label": label, class: "pad" };
    this.root = draw.picture(lattice, every, attributes);
    this.root.append(svg("path.frame", { d: draw.grid(lattice, every) }), this.paint, this.mark);
    this.root.addEventListener("pointerdown", (event) => this.press(event));
    this.root.addEventListener("pointermove", (event) => this.erase !== null && this.draw(event));
    this.root.addEventListener("pointerup", () => (this.erase = null));
    this.root.addEventListener("keydown", (event) => this.type(event));
    this.show();
  }

  show() {
    this.paint.setAttribute("d", draw.grid(this.lattice, [...this.chosen.values()]));
    this.mark.setAttribute("d", this.lattice.outline(this.lattice.atomsOfCell(this.cursor)));
  }

  // Painting what is already so takes it away again.
  /** @param {Atom[]} block */
  begin(block) {
    this.erase = block.every((atom) => this.chosen.has(key(atom)));
    this.put(block);
  }

  /** @param {Atom[]} block */
  put(block) {
    for (const atom of block) {
      if (!this.frame.has(key(atom))) continue;
      if (this.erase) this.chosen.delete(key(atom));
      else this.chosen.set(key(atom), atom);
    }
    this.show();
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.at = unitsAt(this.root, event);
    const block = this.lattice.blockAt(this.at);
    if (!block || !this.frame.has(key(block[0]))) return;
    this.root.setPointerCapture(event.pointerId);
    this.cursor = this.lattice.cellOf(block[0]);
    this.begin(block);
  }

  // The stroke goes on.
  /** @param {PointerEvent} event */
  draw(event) {
    const at = unitsAt(this.root, event);
    this.put(this.lattice.alongStroke(this.at, at));
    this.at = at;
  }

  /** @param {KeyboardEvent} event */
  type(event) {
    const { lattice } = this;
    const step = STEPS[event.key]?.slice(3 - lattice.dimension);
    const all = event.key === " " || event.key === "Enter";
    const kinds = all ? lattice.polygons.map((_, kind) => kind) : lattice.blocks[Number(event.key) - 1];
    if (step) {
      /** @type {Atom} */
      const next = this.cursor.map((v, i) => v + step[i]);
      if (this.frame.has(key(lattice.atomsOfCell(next)[0]))) this.cursor = next;
      this.show();
    } else if (kinds) {
      this.begin(kinds.map((kind) => lattice.atom(this.cursor, kind)));
      this.erase = null;
    } else return;
    event.preventDefault();
    this.told(this.text());
  }

  // The cell of the keys, in words, and how many are painted.
  text() {
    const { lattice, chosen, cursor } = this;
    const there = lattice.atomsOfCell(cursor).filter((atom) => chosen.has(key(atom)));
    const isWhole = there.length === lattice.kinds;
    const what = phrase(
      isWhole ? "make.painted" : there.length ? "make.painted in part" : "make.not painted",
    );
    const cells = phrase("tools.size", { area: chosen.size / lattice.unit });
    return `${placeText(lattice, cursor)}: ${what}. ${cells}`;
  }
}
