// How many cells a rectangle has while it is drawn: a badge at its edge, of one size on every board, so that nobody takes it
// for a number of the puzzle.

import { el } from "../../core/dom.js";
import { phrase } from "../../words/words.js";

const HALF = 12; // pixels from the badge's middle to its edge
/** @type {Record<string, any>} */
const SIGNS = { fits: "✓", clashes: "✗", open: "" };

// What a rectangle of `area` cells with these numbers in it (null for one to find out) is called, and whether it fits.
/** @param {any} area @param {any} numbers */
export function sizeOf(area, numbers) {
  const [number] = numbers;
  const count = numbers.length;
  if (count > 1) return { text: phrase("tools.size of many", { count }), state: "clashes" };
  if (!number) return { text: phrase("tools.size", { area }), state: "open" };
  const state = area === number ? "fits" : area > number ? "clashes" : "open";
  return { text: phrase("tools.size of clue", { area, value: number }), state };
}

export class SizeBadge {
  constructor() {
    this.root = el("span.size-badge", { "aria-hidden": "true", hidden: true });
  }

  hide() {
    this.root.hidden = true;
  }

  // At the edge of `box`, in cells, that is away from the hand; on small cells beside it, where no number is covered.
  /** @param {any} it @param {any} box @param {any} isUpward @param {any} board */
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
