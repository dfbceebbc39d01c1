// Pieces: drag, turn, flip, snap; or choose one and move it with the arrow keys.

import { $, el, svg } from "./dom.js";
import * as draw from "./draw.js";
import { key } from "./lattice.js";

export class PiecePlayer {
  static help = "Drag pieces onto the board. R or the wheel turns, F flips. Keys: choose a piece with Tab and Enter, move it with the arrows, Enter lays it down, Delete takes back the piece under it.";

  constructor(store, hooks) {
    this.store = store;
    this.hooks = hooks;
    this.pieces = store.view.pieces_list;
    this.aspect = this.pieces.map(() => 0);
    this.held = null; // {index, grab: [x, y], moved, from}
    this.at = [0, 0]; // cell of the held piece when moved by keys
    this.life = new AbortController();
    const { signal } = this.life;
    addEventListener("pointermove", (event) => this.move(event), { signal });
    addEventListener("pointerup", (event) => this.drop(event), { signal });
    addEventListener("pointercancel", () => this.cancel(), { signal });
  }

  // Nothing of this player listens any more.
  close() {
    this.life.abort();
  }

  atoms(index) {
    return this.pieces[index].aspects[this.aspect[index]].atoms;
  }

  left(index) {
    const most = this.pieces[index].copies[1];
    if (most === null) return Infinity;
    return most - this.store.placed.filter((p) => p.piece === this.pieces[index].name).length;
  }

  drawPlaced(stage) {
    this.store.placed.forEach((placement, number) => {
      const index = this.pieces.findIndex((piece) => piece.name === placement.piece);
      const { name, color } = this.pieces[index];
      const shape = draw.shape(this.store.lattice, placement.atoms, { name, color, index, className: "laid" });
      shape.addEventListener("pointerdown", (event) => this.lift(event, number, index));
      stage.append(shape);
    });
    this.tray();
  }

  attach(stage) {
    this.stage = stage;
    this.ghost = svg("g", { class: "ghost" });
    stage.append(this.ghost);
    stage.addEventListener("wheel", (event) => {
      if (this.held) event.preventDefault();
      if (this.held) this.turn("turn");
    }, { passive: false });
    stage.addEventListener("click", (event) => this.tap(event));
    if (this.held) this.show();
  }

  tray() {
    const tray = $("play-tray");
    const focus = document.activeElement?.dataset?.piece;
    tray.replaceChildren(
      ...this.pieces.map((piece, index) => {
        const left = this.left(index);
        const chosen = this.held?.index === index;
        const face = draw.picture(this.store.lattice, this.atoms(index), { class: "face" }, 0.08);
        const box = this.store.lattice.bounds(this.atoms(index));
        face.setAttribute("width", (box.width + 0.16) * 26);
        face.setAttribute("height", (box.height + 0.16) * 26);
        face.append(draw.shape(this.store.lattice, this.atoms(index), { name: piece.name, color: piece.color, index }));
        const count = left === Infinity ? "any number" : `${left} left`;
        return el(
          "button",
          {
            type: "button",
            class: `tile ${chosen ? "chosen" : ""}`,
            "data-piece": piece.name,
            "aria-label": `Piece ${piece.name}, ${count}`,
            "aria-pressed": chosen ? "true" : "false",
            disabled: left <= 0,
            onpointerdown: (event) => this.take(event, index),
            onclick: (event) => event.detail === 0 && this.choose(index),
          },
          face,
          el("small", {}, left === Infinity ? "∞" : left > 1 ? `× ${left}` : ""),
        );
      }),
    );
    if (focus) tray.querySelector(`[data-piece="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  }

  // Chosen by keyboard: the piece waits on the board.
  choose(index) {
    if (this.left(index) <= 0) return;
    this.held = { index, grab: null };
    this.at = this.free(index) || [0, 0];
    this.tray();
    this.stage.focus();
    this.show();
  }

  free(index) {
    const atoms = this.atoms(index);
    const place = this.store.view.atoms.find(([row, column]) => this.fits(this.store.lattice.shift(atoms, row, column)));
    return place && [place[0], place[1]];
  }

  take(event, index) {
    if (this.left(index) <= 0 || event.button > 0) return;
    event.target.releasePointerCapture?.(event.pointerId);
    this.hold(event, index, null);
  }

  lift(event, number, index) {
    if (event.button > 0) return;
    const placement = this.store.placed[number];
    this.aspect[index] = this.pieces[index].aspects.findIndex((aspect) => same(aspect.atoms, placement.atoms));
    const rest = this.store.placed.filter((_, i) => i !== number);
    this.store.placed = rest;
    this.hold(event, index, [...rest, placement]);
    this.hooks.refresh();
    event.preventDefault();
  }

  hold(event, index, from) {
    const box = this.store.lattice.bounds(this.atoms(index));
    const grab = [box.x + box.width / 2, box.y + box.height / 2];
    this.held = { index, grab, moved: false, from, x: event.clientX, y: event.clientY };
    this.pointer = [event.clientX, event.clientY];
    document.body.classList.add("dragging");
    if (from) this.show();
  }

  move(event) {
    if (!this.held?.grab) return;
    this.pointer = [event.clientX, event.clientY];
    if (Math.hypot(event.clientX - this.held.x, event.clientY - this.held.y) > 5) this.held.moved = true;
    if (this.held.moved) this.show();
  }

  drop() {
    if (!this.held?.grab) return;
    document.body.classList.remove("dragging");
    const { index, moved, from } = this.held;
    if (!moved && !from) {
      this.held = { index, grab: null };
      this.at = this.free(index) || [0, 0];
      this.tray();
      return this.show();
    }
    const atoms = this.target();
    this.held = null;
    if (from) this.store.placed = from;
    const rest = from ? from.slice(0, -1) : this.store.placed;
    if (atoms && this.fits(atoms, rest)) this.hooks.commit([...rest, { piece: this.pieces[index].name, atoms }]);
    else if (from && !(moved && atoms)) this.hooks.commit(rest);
    else this.hooks.refresh();
  }

  cancel() {
    if (this.held?.from) this.store.placed = this.held.from;
    this.held = null;
    document.body.classList.remove("dragging");
    this.hooks.refresh();
  }

  // A tap on the board with a piece chosen lays it there.
  tap(event) {
    if (!this.held || this.held.grab) return;
    const box = this.store.lattice.bounds(this.atoms(this.held.index));
    const [x, y] = this.unit(event.clientX, event.clientY);
    this.at = this.store.lattice.cell([x - box.x - box.width / 2, y - box.y - box.height / 2]).map(Math.round);
    this.show();
    this.lay();
  }

  lay() {
    const atoms = this.store.lattice.shift(this.atoms(this.held.index), ...this.at);
    if (!this.fits(atoms)) return this.hooks.say("It does not fit there.");
    const piece = this.pieces[this.held.index].name;
    this.held = null;
    this.hooks.commit([...this.store.placed, { piece, atoms }]);
  }

  unit(x, y) {
    const point = new DOMPoint(x, y).matrixTransform(this.stage.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  // Where the held piece would lie: the nearest place of the lattice, if the pointer is near the board.
  target() {
    const [x, y] = this.unit(...this.pointer);
    const bounds = this.store.lattice.bounds(this.store.view.atoms);
    if (x < bounds.x - 1 || y < bounds.y - 1 || x > bounds.x + bounds.width + 1 || y > bounds.y + bounds.height + 1) return null;
    const [gx, gy] = this.held.grab;
    const [row, column] = this.store.lattice.cell([x - gx, y - gy]).map(Math.round);
    return this.store.lattice.shift(this.atoms(this.held.index), row, column);
  }

  fits(atoms, placed = this.store.placed) {
    const board = new Set([...this.store.view.atoms, ...this.store.view.optional].map(key));
    const taken = new Set(placed.flatMap((placement) => placement.atoms.map(key)));
    return atoms.every((atom) => board.has(key(atom)) && !taken.has(key(atom)));
  }

  show() {
    const { lattice } = this.store;
    const { name, color } = this.pieces[this.held.index];
    const snapped = this.held.grab ? this.target() : lattice.shift(this.atoms(this.held.index), ...this.at);
    this.ghost.replaceChildren();
    if (snapped) {
      const fits = this.fits(snapped) ? "fits" : "clashes";
      this.ghost.append(svg("path", { d: lattice.outline(snapped), class: `target ${fits}` }));
    }
    if (this.held.grab) {
      const shape = draw.shape(lattice, this.atoms(this.held.index), { name, color, index: this.held.index, className: "flying" });
      const [x, y] = this.unit(...this.pointer);
      shape.setAttribute("transform", `translate(${x - this.held.grab[0]} ${y - this.held.grab[1]})`);
      this.ghost.append(shape);
    } else {
      this.ghost.append(draw.shape(lattice, snapped, { name, color, index: this.held.index, className: "flying" }));
    }
  }

  turn(how) {
    const index = this.held?.index ?? this.pieces.findIndex((piece) => piece.name === document.activeElement?.dataset?.piece);
    if (index < 0) {
      this.pieces.forEach((piece, i) => { this.aspect[i] = piece.turns[how][this.aspect[i]]; });
      return this.tray();
    }
    this.aspect[index] = this.pieces[index].turns[how][this.aspect[index]];
    if (this.held?.grab) {
      const box = this.store.lattice.bounds(this.atoms(index));
      this.held.grab = [box.x + box.width / 2, box.y + box.height / 2];
    }
    this.tray();
    if (this.held) this.show();
  }

  key(event) {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    const letter = event.key.toLowerCase();
    if (letter === "r") this.turn("turn");
    else if (letter === "f") this.turn("flip");
    else if (event.key === "Escape" && this.held) this.cancel();
    else if (step && this.held && event.target === this.stage) {
      this.at = [this.at[0] + step[0], this.at[1] + step[1]];
      this.show();
    } else if ((event.key === "Enter" || event.key === " ") && this.held && event.target === this.stage) this.lay();
    else if ((event.key === "Delete" || event.key === "Backspace") && event.target === this.stage) this.takeBack();
    else return false;
    return true;
  }

  takeBack() {
    const under = this.held ? new Set(this.store.lattice.shift(this.atoms(this.held.index), ...this.at).map(key)) : null;
    const hit = this.store.placed.findLastIndex((p) => !under || p.atoms.some((atom) => under.has(key(atom))));
    if (hit >= 0) this.hooks.commit(this.store.placed.filter((_, i) => i !== hit));
  }
}

function same(aspect, placed) {
  const row = Math.min(...placed.map((a) => a[0]));
  const column = Math.min(...placed.map((a) => a[1]));
  const there = new Set(placed.map(([r, c, ...kind]) => key([r - row, c - column, ...kind])));
  return aspect.length === placed.length && aspect.every((atom) => there.has(key(atom)));
}
