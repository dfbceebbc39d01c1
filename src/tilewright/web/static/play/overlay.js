// The piece that is carried: a picture above the whole page, never cut off, at the board's scale.

import { svg } from "../core/dom.js";
import * as draw from "../core/draw.js";

const MARGIN = 0.1; // cells around the piece
const SETTLE = 120; // milliseconds

export class Overlay {
  constructor() {
    /** @type {SVGSVGElement | null} */
    this.root = null;
    this.corner = [0, 0]; // of the picture, from the piece's point (0, 0), in pixels
    this.at = [0, 0];
  }

  // Draw a piece; `scale` is pixels a cell.
  /** @param {Lattice} lattice @param {Atom[]} atoms @param {Look} look @param {number} scale */
  show(lattice, atoms, look, scale) {
    this.hide();
    const box = lattice.bounds(atoms);
    this.corner = [(box.x - MARGIN) * scale, (box.y - MARGIN) * scale];
    const size = { width: (box.width + 2 * MARGIN) * scale, height: (box.height + 2 * MARGIN) * scale };
    const attributes = { class: "carried", "aria-hidden": "true", ...size };
    this.root = draw.picture(lattice, atoms, attributes, MARGIN);
    this.root.append(svg("path.shadow", { d: lattice.contour(atoms) }), draw.shape(lattice, atoms, look));
    document.body.append(this.root);
  }

  // The place on the screen of the piece's point (0, 0).
  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.at = [x, y];
    if (!this.root) return;
    this.root.style.transform = `translate(${x + this.corner[0]}px, ${y + this.corner[1]}px)`;
  }

  // Slide to a place on the screen and vanish there.
  /** @param {number} x @param {number} y */
  glideTo(x, y) {
    const { root } = this;
    if (!root) return;
    this.root = null;
    const shape = root.style.transform;
    const end = `translate(${x + this.corner[0]}px, ${y + this.corner[1]}px)`;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return root.remove();
    const motion = root.animate([{ transform: shape }, { transform: end }], {
      duration: SETTLE,
      easing: "ease-out",
    });
    motion.onfinish = motion.oncancel = () => root.remove();
  }

  // Out of the way, while a ghost shows where the piece would land.
  /** @param {boolean} isAway */
  fade(isAway) {
    this.root?.style.setProperty("opacity", isAway ? "0" : "1");
  }

  hide() {
    this.root?.remove();
    this.root = null;
  }
}
