// Looking closer at a large board: buttons, pinch, the wheel with Ctrl, the keys + - 0; dragging the ground moves it.

import { button, el, svg, unitsOf } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { phrase } from "../words/words.js";

const MOST = 8; // times
const STEP = 1.5; // of a button
const EDGE = 36; // pixels from the board's edge at which it moves under a carried piece
const NUDGE = 7; // pixels a frame
const MOVED = 6; // pixels that make a drag of a press

export class Zoom {
  // `isFree` says whether a press at an event is about nothing else, `isIdle` whether nothing is held; `interrupt` gives up
  // what the first finger began.
  /** @param {{ isFree(event: PointerEvent): boolean, isIdle(): boolean, interrupt(): boolean }} does */
  constructor({ isFree, isIdle, interrupt }) {
    this.isFree = isFree;
    this.isIdle = isIdle;
    this.interrupt = interrupt;
    this.scale = 1;
    this.middle = [0, 0];
    /** @type {{ at: Point, moved: boolean } | null} */
    this.pan = null; // of the ground, while it lasts
    /** @type {{ middle: Point, far: number } | null} */
    this.pinch = null;
    /** @type {Map<number, Point>} */
    this.fingers = new Map();
    this.life = new AbortController();
    this.stage = svg("svg"); // the board's picture and the sheet, once they are attached
    this.sheet = svg("svg");
    /** @type {Box} */
    this.whole = { x: 0, y: 0, width: 1, height: 1 };
    this.box = this.whole; // the part that is shown as if it were all
  }

  // Listen to the frame that holds the board, whichever picture of it is in there.
  /** @param {HTMLElement} frame */
  listen(frame) {
    frame.addEventListener("pointerdown", (event) => this.press(event), true);
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    const capture = { capture: true };
    const { signal } = this.life;
    addEventListener("pointermove", (event) => this.move(event), { ...capture, signal });
    addEventListener("pointerup", (event) => this.release(event), { ...capture, signal });
    addEventListener("pointercancel", (event) => this.release(event), { ...capture, signal });
  }

  close() {
    this.life.abort();
  }

  buttons() {
    return el(
      "div.zoom",
      { role: "group", "aria-label": phrase("tools.zoom") },
      button(icon("farther"), () => this.by(1 / STEP), {
        id: "zoom-out",
        "aria-label": phrase("tools.zoom out"),
      }),
      button(icon("closer"), () => this.by(STEP), { id: "zoom-in", "aria-label": phrase("tools.zoom in") }),
      button(icon("whole"), () => this.reset(), { id: "zoom-all", "aria-label": phrase("tools.zoom all") }),
    );
  }

  // The picture of the board, and the sheet above it that is seen as the board is.
  /** @param {Stage} stage */
  attach({ board, sheet }) {
    this.stage = board;
    this.sheet = sheet;
    const [x, y, width, height] = (board.getAttribute("viewBox") ?? "").split(" ").map(Number);
    this.whole = { x, y, width, height };
    this.frame(null);
  }

  // Show this part of the board as if it were all, or all of it.
  /** @param {Box | null} box */
  frame(box) {
    this.box = box ?? this.whole;
    this.reset();
  }

  get size() {
    return [this.box.width / this.scale, this.box.height / this.scale];
  }

  // Show the part around the middle, never beyond the board.
  look() {
    const [width, height] = this.size;
    const { box } = this;
    if (this.scale === 1) this.middle = [box.x + box.width / 2, box.y + box.height / 2];
    /** @param {number} at @param {number} from @param {number} all @param {number} part */
    const within = (at, from, all, part) => Math.min(Math.max(at, from + part / 2), from + all - part / 2);
    this.middle = [
      within(this.middle[0], box.x, box.width, width),
      within(this.middle[1], box.y, box.height, height),
    ];
    const corner = [this.middle[0] - width / 2, this.middle[1] - height / 2];
    const part = [...corner, width, height].map((v) => +v.toFixed(4)).join(" ");
    for (const picture of [this.stage, this.sheet]) picture.setAttribute("viewBox", part);
    this.stage.classList.toggle("zoomed", this.scale > 1);
  }

  // `factor` times as large; what is at the place on the screen stays there.
  /** @param {number} factor @param {Point | null} [place] */
  by(factor, place = null) {
    const held = place ? unitsOf(this.stage, place) : this.middle;
    const scale = Math.min(Math.max(this.scale * factor, 1), MOST);
    const change = this.scale / scale;
    this.middle = this.middle.map((v, i) => held[i] + (v - held[i]) * change);
    this.scale = scale;
    this.look();
  }

  reset() {
    this.scale = 1;
    this.look();
  }

  // Move the board by pixels.
  /** @param {number[]} by */
  shift([dx, dy]) {
    const { a, d } = this.stage.getScreenCTM();
    this.middle = [this.middle[0] - dx / a, this.middle[1] - dy / d];
    this.look();
  }

  // Bring a box of the board into sight.
  /** @param {Box} box */
  reveal({ x, y, width, height }) {
    if (this.scale === 1) return;
    const [w, h] = this.size;
    /** @param {number} at @param {number} from @param {number} all @param {number} part */
    const near = (at, from, all, part) => Math.min(Math.max(at, from + all - part / 2), from + part / 2);
    this.middle = [near(this.middle[0], x, width, w), near(this.middle[1], y, height, h)];
    this.look();
  }

  // Move the board on when a carried piece comes near its edge; whether it moved.
  /** @param {Point} it */
  nudge([x, y]) {
    if (this.scale === 1) return false;
    const box = this.stage.getBoundingClientRect();
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) return false;
    /** @param {number} at @param {number} low @param {number} high */
    const near = (at, low, high) => (at < low + EDGE ? NUDGE : at > high - EDGE ? -NUDGE : 0);
    const before = this.middle;
    this.shift([near(x, box.left, box.right), near(y, box.top, box.bottom)]);
    return this.middle.some((v, i) => Math.abs(v - before[i]) > 1e-9);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey && (this.scale === 1 || !this.isIdle())) return;
    event.preventDefault();
    if (!event.ctrlKey) return this.shift([-event.deltaX, -event.deltaY]);
    this.by(Math.exp(-event.deltaY / 200), [event.clientX, event.clientY]);
  }

  /** @param {PointerEvent} event */
  press(event) {
    const at = [event.clientX, event.clientY];
    if (event.pointerType === "touch") this.fingers.set(event.pointerId, at);
    if (this.fingers.size === 2 && this.interrupt()) {
      event.stopPropagation();
      this.pan = null;
      this.pinch = this.spread();
    } else if (event.button === 0 && this.scale > 1 && this.isFree(event)) this.pan = { at, moved: false };
  }

  // The middle of two fingers and how far they are apart.
  spread() {
    const [[ax, ay], [bx, by]] = [...this.fingers.values()];
    return { middle: [(ax + bx) / 2, (ay + by) / 2], far: Math.max(1, Math.hypot(ax - bx, ay - by)) };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const at = [event.clientX, event.clientY];
    if (this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, at);
    if (this.pinch) return this.movePinch(event, this.pinch);
    if (!this.pan) return;
    const { at: before, moved } = this.pan;
    const by = at.map((v, i) => v - before[i]);
    if (!moved && Math.hypot(...by) < MOVED) return;
    this.pan = { at, moved: true };
    this.shift(by);
  }

  /** @param {PointerEvent} event @param {{ middle: Point, far: number }} before */
  movePinch(event, before) {
    event.stopImmediatePropagation();
    if (this.fingers.size < 2) return;
    const now = this.spread();
    this.shift(now.middle.map((v, i) => v - before.middle[i]));
    this.by(now.far / before.far, now.middle);
    this.pinch = now;
  }

  /** @param {PointerEvent} event */
  release(event) {
    this.fingers.delete(event.pointerId);
    this.pan = null;
    if (!this.pinch) return;
    event.stopImmediatePropagation(); // the fingers of a pinch lay nothing
    if (!this.fingers.size) this.pinch = null;
  }

  // Whether the key meant anything.
  /** @param {string} name */
  key(name) {
    if (name === "+" || name === "=") this.by(STEP);
    else if (name === "-") this.by(1 / STEP);
    else if (name === "0") this.reset();
    else return false;
    return true;
  }
}
