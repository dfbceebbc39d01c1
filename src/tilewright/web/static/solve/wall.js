// A wall of thumbnails of many solutions. Only those in sight are in the page.

import { button, el } from "../core/dom.js";
import { phrase } from "../words/words.js";

const WIDTH = 104; // pixels of a thumbnail with its gap
const MOST = 2; // times as high as wide
const EDGE = 16; // pixels of border and gap
const AROUND = 2; // rows that are drawn above and below those in sight

export class Wall {
  // `picture` makes the thumbnail of a solution's number, `choose` is told which one was clicked.
  /** @param {(number: number) => Element} picture @param {(number: number) => void} choose */
  constructor(picture, choose) {
    this.picture = picture;
    this.choose = choose;
    /** @type {number[]} */
    this.numbers = [];
    this.current = -1;
    this.height = WIDTH; // of a row
    /** @type {Map<number, HTMLElement>} */
    this.made = new Map(); // those that are in the page
    this.all = el("div.wall-all");
    this.root = el("div.wall", { id: "solve-wall", role: "group" }, this.all);
    this.root.setAttribute("aria-label", phrase("explore.wall"));
    this.root.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => this.draw()).observe(this.root);
  }

  // Other solutions than before, by their numbers; `ratio` is a picture's height by its width.
  /** @param {number[]} numbers @param {number} ratio */
  become(numbers, ratio) {
    this.numbers = numbers;
    this.height = EDGE + Math.ceil((WIDTH - EDGE) * Math.min(MOST, ratio));
    this.clear();
    this.root.scrollTop = 0;
    this.draw();
  }

  // More at the end of the same list.
  /** @param {number[]} numbers */
  extend(numbers) {
    this.numbers = numbers;
    this.draw();
  }

  clear() {
    for (const thumb of this.made.values()) thumb.remove();
    this.made.clear();
  }

  get columns() {
    return Math.max(1, Math.floor(this.root.clientWidth / WIDTH));
  }

  /** @param {number} current */
  show(current) {
    if (current !== this.current) {
      this.current = current;
      this.reveal();
    }
    this.draw();
  }

  // Scroll the wall, never the page, until the current one is in sight.
  reveal() {
    const place = this.numbers.indexOf(this.current);
    if (place < 0) return;
    const top = Math.floor(place / this.columns) * this.height;
    const { scrollTop, clientHeight } = this.root;
    if (top < scrollTop) this.root.scrollTop = top;
    else if (top + this.height > scrollTop + clientHeight)
      this.root.scrollTop = top + this.height - clientHeight;
  }

  draw() {
    const { columns, numbers, root } = this;
    root.hidden = numbers.length < 2;
    this.all.style.height = `${Math.ceil(numbers.length / columns) * this.height}px`;
    const first = Math.max(0, Math.floor(root.scrollTop / this.height) - AROUND) * columns;
    const last = (Math.ceil((root.scrollTop + root.clientHeight) / this.height) + AROUND) * columns;
    const seen = new Set(numbers.slice(first, last));
    for (const [number, thumb] of this.made) if (!seen.has(number)) this.drop(number, thumb);
    numbers.slice(first, last).forEach((number, i) => this.put(number, first + i, columns));
  }

  /** @param {number} number @param {HTMLElement} thumb */
  drop(number, thumb) {
    thumb.remove();
    this.made.delete(number);
  }

  /** @param {number} number @param {number} place @param {number} columns */
  put(number, place, columns) {
    if (!this.made.has(number)) this.made.set(number, this.all.appendChild(this.thumb(number)));
    const thumb = this.made.get(number);
    thumb.style.transform = `translate(${(place % columns) * WIDTH}px, ${Math.floor(place / columns) * this.height}px)`;
    thumb.style.height = `${this.height - 4}px`;
    thumb.setAttribute("aria-pressed", number === this.current);
    thumb.tabIndex = number === this.current || (place === 0 && this.current < 0) ? 0 : -1;
  }

  /** @param {number} number */
  thumb(number) {
    const attributes = { class: "thumb", "aria-label": phrase("explore.thumb", { number: number + 1 }) };
    const root = button("", () => this.choose(number), attributes);
    root.append(this.picture(number));
    return root;
  }
}
