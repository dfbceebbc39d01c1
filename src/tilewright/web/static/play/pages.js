// On a phone the layers of a solid are pages: one is seen at a time, as large as the window lets it be.

import { $, button, el } from "../core/dom.js";
import { store } from "../state/store.js";
import { phrase } from "../words/words.js";
import { MARGIN } from "./stage.js";

const NARROW = matchMedia("(max-width: 40rem)");

export class Pages {
  // `zoom` shows the part of the board that a page is.
  /** @param {Zoom} zoom */
  constructor(zoom) {
    this.zoom = zoom;
    this.shown = 0;
    this.isOn = false;
    /** @type {HTMLElement | null} */
    this.bar = null;
    const { lattice } = store;
    this.buttons = Array.from({ length: lattice.layers ?? 0 }, (_, layer) =>
      button(String(layer + 1), () => this.turnTo(layer), {
        "aria-label": phrase("play.layer", { number: layer + 1 }),
      }),
    );
  }

  element() {
    if (this.buttons.length < 2) return null;
    const label = { role: "group", "aria-label": phrase("play.layers") };
    const name = el("span.plain", phrase("play.layers"));
    return (this.bar = el("div.pages", { id: "play-pages", ...label }, name, ...this.buttons));
  }

  // Pages, or all layers beside one another, as the window is wide.
  fit() {
    if (!this.bar) return;
    this.isOn = NARROW.matches;
    this.bar.hidden = !this.isOn;
    $("play-stage").classList.toggle("paged", this.isOn);
    store.lattice.only = null;
    if (this.isOn) this.turnTo(this.shown);
    else this.zoom.frame(null);
  }

  /** @param {number} layer */
  turnTo(layer) {
    const { lattice } = store;
    this.shown = layer;
    this.buttons.forEach((each, i) => each.setAttribute("aria-pressed", i === layer));
    lattice.only = layer;
    const { x, y, width, height } = lattice.page(layer);
    const [wide, high] = [width + 2 * MARGIN, height + 2 * MARGIN];
    $("play-stage").style.setProperty("--page-ratio", wide / high);
    this.zoom.frame({ x: x - MARGIN, y: y - MARGIN, width: wide, height: high });
  }

  // Turn to a page on which one of some atoms is seen.
  /** @param {Atom[]} atoms */
  reveal(atoms) {
    if (this.isOn && atoms.length && !atoms.some(([layer]) => layer === this.shown)) this.turnTo(atoms[0][0]);
  }
}
