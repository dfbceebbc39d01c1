// A plain search to watch: its steps, forwards and back, slowly or fast.

import { button, el, labelled, select, svg } from "../core/dom.js";
import * as draw from "../core/draw.js";
import { icon } from "../core/icons.js";
import { placeText } from "../core/phrases.js";
import { phrase } from "../words/words.js";

const SPEEDS = [1, 3, 12, 60]; // steps a second
const USUAL = 3;

export class Watch {
  // `told` is the server's: {steps, placements, whole}; `laid` makes placements to draw of its rows.
  /**
   * @param {Lattice} lattice @param {View} view @param {SearchEnd} told
   * @param {(solution: Solution) => Placement[]} laid @param {(name: string) => string} nameOf
   */
  constructor(lattice, view, told, laid, nameOf) {
    this.lattice = lattice;
    this.view = view;
    this.nameOf = nameOf;
    this.steps = told.steps ?? [];
    this.at = 0; // steps that are done
    this.timer = 0;
    this.placements = laid({ placements: told.placements ?? [] });
    this.toggle = button("", () => (this.timer ? this.pause() : this.play()), { id: "watch-play" });
    this.board = el("div.stage");
    this.text = el("p.told", { id: "watch-text" });
    this.slider = el("input", {
      id: "watch-at",
      type: "range",
      min: 0,
      max: this.steps.length,
      value: 0,
      oninput: (event) => this.go(Number(event.target.value)),
    });
    const change = () => {
      if (this.timer) this.play();
    };
    this.speed = select(SPEEDS, USUAL, (n) => `${n} / s`, change, { id: "watch-speed" });
    const words = told.whole ? "explore.watch whole" : "explore.watch part";
    this.root = el(
      "div",
      { id: "solve-watch" },
      this.board,
      this.text,
      this.controls(),
      el("p.plain", phrase(words, { steps: this.steps.length })),
    );
    this.draw();
  }

  controls() {
    this.label();
    return el(
      "div.bar.small.watch-controls",
      button(icon("previous"), () => this.go(this.at - 1), { "aria-label": phrase("explore.watch back") }),
      this.toggle,
      button(icon("next"), () => this.go(this.at + 1), {
        id: "watch-next",
        "aria-label": phrase("explore.watch next"),
      }),
      labelled(phrase("explore.watch at"), this.slider),
      labelled(phrase("explore.watch speed"), this.speed),
    );
  }

  label() {
    this.toggle.textContent = phrase(this.timer ? "explore.watch pause" : "explore.watch play");
  }

  play() {
    clearInterval(this.timer);
    this.timer = setInterval(() => this.next(), 1000 / Number(this.speed.value));
    this.label();
  }

  next() {
    if (this.at >= this.steps.length || !this.root.isConnected) this.pause();
    else this.go(this.at + 1);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.label();
  }

  /** @param {number} at */
  go(at) {
    this.at = Math.min(Math.max(at, 0), this.steps.length);
    this.slider.value = String(this.at);
    this.draw();
  }

  // What lies there after so many steps, and what the last step took back.
  lying() {
    /** @type {Placement[]} */
    const lying = [];
    /** @type {Placement | null} */
    let taken = null;
    for (const step of this.steps.slice(0, this.at)) {
      taken = step[0] === "take" ? lying.pop() : null;
      if (step[0] === "lay") lying.push(this.placements[step[1]]);
    }
    return { lying, taken };
  }

  draw() {
    const { lattice, view } = this;
    const { lying, taken } = this.lying();
    const step = this.steps[this.at - 1];
    const text = this.textOf(step, lying, taken);
    const root = draw.tiling(lattice, view, lying, { role: "img", "aria-label": text });
    if (step?.[0] === "look") {
      const d = lattice.outline([step[1]]);
      root.append(svg("path", { d, class: step[2] ? "mark good" : "mark" }));
    }
    if (step?.[0] === "found") root.classList.add("done");
    this.board.replaceChildren(root);
    this.text.textContent = text;
  }

  /** @param {SearchStep | undefined} step @param {Placement[]} lying @param {Placement | null} taken */
  textOf(step, lying, taken) {
    if (step?.[0] === "look") {
      const [, about, ways] = step;
      const place = placeText(this.lattice, about);
      return phrase(ways ? "explore.watch look" : "explore.watch stuck", { place, ways });
    }
    if (step?.[0] === "choose") {
      const [, about, ways] = step;
      const piece = this.nameOf(about[0] ?? "");
      return phrase(ways ? "explore.watch choose" : "explore.watch no place", { piece, ways });
    }
    const what = step?.[0] ?? "start";
    const piece = this.nameOf((what === "take" ? taken : lying.at(-1))?.piece ?? "");
    return phrase(`explore.watch ${what}`, { piece });
  }
}
