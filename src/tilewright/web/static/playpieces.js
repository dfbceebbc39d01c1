// Pieces: drag, turn, flip, snap; or choose one and lay it by a tap or with the arrow keys.

import { $, el, svg } from "./dom.js";
import * as draw from "./draw.js";
import { STEPS, key } from "./lattice.js";

const NEAR = 1.5; // cells around the board within which a dragged piece snaps to it
const MOVED = 5; // pixels that make a drag of a tap

export class PiecePlayer {
  constructor(store, hooks) {
    this.store = store;
    this.hooks = hooks;
    this.pieces = store.view.pieces_list;
    this.plain = store.lattices[store.view.lattice];
    this.orientation = this.pieces.map(() => 0);
    this.held = null; // {index, dragged, moved, from}: `from` is what lay there when it was lifted from the board
    this.at = null; // cell of the held piece
    this.life = new AbortController();
    const { signal } = this.life;
    addEventListener("pointermove", (event) => this.move(event), { signal });
    addEventListener("pointerup", (event) => this.drop(event), { signal });
    addEventListener("pointercancel", () => this.cancel(), { signal });
  }

  get help() {
    const solid = this.plain.dimension === 3;
    const tumble = solid ? " T tumbles. The layers stand side by side, the top one first; Page up and down change the layer." : "";
    return `Drag pieces onto the board, or tap one and then its place. R or the wheel turns, F flips.${tumble} Keys: choose a piece with Tab and Enter, move it with the arrows, Enter lays it down, Delete takes back the piece under it.`;
  }

  get motions() {
    return Object.keys(this.pieces[0]?.turns ?? {}).filter((how) => this.pieces.some((piece) => piece.turns[how].some((to, i) => to !== i)));
  }

  // Nothing of this player listens any more.
  close() {
    this.life.abort();
    document.body.classList.remove("dragging");
  }

  atoms(index) {
    return this.pieces[index].orientations[this.orientation[index]].atoms;
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
      const shape = draw.shape(this.store.lattice, placement.atoms, { name, color, index, className: placement.fixed ? "given" : "laid" });
      if (!placement.fixed) shape.addEventListener("pointerdown", (event) => this.lift(event, number, index));
      stage.append(shape);
    });
    this.tray();
  }

  attach(stage) {
    this.stage = stage;
    this.ghost = svg("g", { class: "ghost" });
    stage.append(this.ghost);
    const wheel = (event) => {
      if (!this.held) return;
      event.preventDefault();
      this.turn("turn");
    };
    stage.addEventListener("wheel", wheel, { passive: false });
    stage.addEventListener("click", (event) => this.tap(event));
    if (this.held) this.show();
  }

  tray() {
    const tray = $("play-tray");
    const focus = document.activeElement?.dataset?.piece;
    const most = innerWidth < 640 && this.pieces.length > 6 ? 20 : 26; // pixels a cell
    const longest = Math.max(...this.pieces.map((_, index) => this.span(index)));
    tray.replaceChildren(...this.pieces.map((piece, index) => this.tile(piece, index, Math.min(most, 150 / longest))));
    if (focus) tray.querySelector(`[data-piece="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  }

  span(index) {
    const atoms = this.atoms(index);
    const box = this.plain.spaced(atoms).bounds(atoms);
    return Math.max(box.width, box.height);
  }

  tile(piece, index, scale) {
    const left = this.left(index);
    const chosen = this.held?.index === index;
    const count = left === Infinity ? "any number" : `${left} left`;
    const attributes = {
      type: "button",
      class: `tile ${chosen ? "chosen" : ""}`,
      "data-piece": piece.name,
      "data-orientation": this.orientation[index],
      "aria-label": `Piece ${piece.name}, ${count}`,
      "aria-pressed": chosen ? "true" : "false",
      disabled: left <= 0 && !chosen,
      onpointerdown: (event) => this.take(event, index),
      onclick: (event) => event.detail === 0 && this.choose(index),
    };
    const atoms = this.atoms(index);
    const face = draw.face(this.plain.spaced(atoms), atoms, { name: piece.name, color: piece.color, index }, Math.max(scale, 12));
    return el("button", attributes, face, el("small", {}, left === Infinity ? "∞" : left > 1 ? `× ${left}` : ""));
  }

  // Chosen by keyboard: the piece waits on the board.
  choose(index) {
    if (this.left(index) <= 0) return;
    this.cancel();
    this.held = { index };
    this.at = this.free(index);
    this.tray();
    this.stage.focus();
    this.show();
  }

  free(index) {
    const { lattice, view } = this.store;
    const places = lattice.cells(view.extent);
    return places.find((place) => this.fits(lattice.shift(this.atoms(index), place))) ?? places[0];
  }

  take(event, index) {
    if (this.left(index) <= 0 || event.button > 0) return;
    event.target.releasePointerCapture?.(event.pointerId);
    this.cancel();
    this.drag(event, { index });
  }

  lift(event, number, index) {
    if (event.button > 0 || (this.held && !this.held.dragged)) return; // a piece is chosen: the tap is about its place
    const placement = this.store.placed[number];
    const corner = this.plain.corner(placement.atoms);
    this.orientation[index] = this.pieces[index].orientations.findIndex((orientation) => same(this.plain.shift(orientation.atoms, corner), placement.atoms));
    const from = this.store.placed;
    this.store.placed = from.filter((_, i) => i !== number);
    this.at = corner;
    this.drag(event, { index, from });
    this.hooks.refresh();
    event.preventDefault();
  }

  drag(event, held) {
    this.held = { ...held, dragged: true, moved: false, x: event.clientX, y: event.clientY };
    this.pointer = [event.clientX, event.clientY];
    document.body.classList.add("dragging");
  }

  move(event) {
    if (!this.held) return;
    this.pointer = [event.clientX, event.clientY];
    if (!this.held.dragged) {
      if (event.pointerType !== "mouse" || !this.stage.contains(event.target)) return;
      this.at = this.placeAt(...this.pointer);
      return this.show();
    }
    if (Math.hypot(event.clientX - this.held.x, event.clientY - this.held.y) > MOVED) this.held.moved = true;
    if (this.held.moved) this.show();
  }

  drop() {
    if (!this.held?.dragged) return;
    document.body.classList.remove("dragging");
    const { index, moved, from } = this.held;
    if (!moved) return this.wait(index, from);
    const atoms = this.target();
    this.held = null;
    const rest = this.store.placed;
    if (from) this.store.placed = from;
    if (atoms && this.fits(atoms, rest)) this.hooks.commit([...rest, { piece: this.pieces[index].name, atoms }]);
    else if (from && !atoms) this.hooks.commit(rest);
    else {
      if (atoms) this.hooks.say("It does not fit there.");
      this.hooks.refresh();
    }
  }

  // A tap chooses the piece: it waits for its place.
  wait(index, from) {
    this.held = { index, from };
    if (!from) this.at = this.free(index);
    this.tray();
    this.show();
  }

  cancel() {
    if (!this.held) return;
    if (this.held.from) this.store.placed = this.held.from;
    this.held = null;
    document.body.classList.remove("dragging");
    this.hooks.refresh();
  }

  // A tap on the board with a piece chosen lays it there.
  tap(event) {
    if (!this.held || this.held.dragged) return;
    this.at = this.placeAt(event.clientX, event.clientY);
    this.show();
    this.lay();
  }

  lay() {
    const { index, from } = this.held;
    const atoms = this.store.lattice.shift(this.atoms(index), this.at);
    if (!this.fits(atoms)) return this.hooks.say("It does not fit there.");
    const rest = this.store.placed;
    if (from) this.store.placed = from;
    this.held = null;
    this.hooks.commit([...rest, { piece: this.pieces[index].name, atoms }]);
  }

  unit(x, y) {
    const point = new DOMPoint(x, y).matrixTransform(this.stage.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  // The cell that brings the middle of the held piece's top layer nearest to the pointer.
  placeAt(x, y) {
    const { lattice } = this.store;
    const [px, py] = this.unit(x, y);
    const [gx, gy] = this.middle(this.held.index);
    const layer = lattice.cell([px, py]).slice(0, -2);
    const beside = lattice.cell([px, py]).map((v, i) => v - this.plain.cell([gx, gy])[i]).slice(-2);
    return [...layer, ...beside.map(Math.round)];
  }

  middle(index) {
    const atoms = this.atoms(index);
    const box = this.plain.bounds(this.plain.dimension === 3 ? atoms.filter((atom) => atom[0] === 0) : atoms);
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  // Where the dragged piece would lie, if the pointer is near the board.
  target() {
    const [x, y] = this.unit(...this.pointer);
    const { lattice, view } = this.store;
    const box = lattice.bounds([...view.atoms, ...view.optional]);
    if (x < box.x - NEAR || y < box.y - NEAR || x > box.x + box.width + NEAR || y > box.y + box.height + NEAR) return null;
    return lattice.shift(this.atoms(this.held.index), this.placeAt(...this.pointer));
  }

  fits(atoms, placed = this.store.placed) {
    const board = new Set([...this.store.view.atoms, ...this.store.view.optional].map(key));
    const taken = new Set(placed.flatMap((placement) => placement.atoms.map(key)));
    return atoms.every((atom) => board.has(key(atom)) && !taken.has(key(atom)));
  }

  show() {
    const { lattice } = this.store;
    const { index, dragged, moved } = this.held;
    const { name, color } = this.pieces[index];
    const atoms = this.atoms(index);
    const snapped = dragged && moved ? this.target() : lattice.shift(atoms, this.at);
    this.ghost.replaceChildren();
    const look = { name, color, index, className: "flying" };
    if (dragged && moved) {
      const shape = draw.shape(lattice, atoms, look);
      const [x, y] = this.unit(...this.pointer);
      const [gx, gy] = this.middle(index);
      shape.setAttribute("transform", `translate(${x - gx} ${y - gy})`);
      this.ghost.append(shape);
    } else {
      this.ghost.append(draw.shape(lattice, snapped, look));
      this.tell(snapped);
    }
    if (snapped) this.ghost.append(svg("path", { d: lattice.outline(snapped), class: `target ${this.fits(snapped) ? "fits" : "clashes"}` }));
  }

  // For those who do not see the board: where the piece that keys move is, by the top left of its bounds.
  tell(atoms) {
    const axes = ["layer", "row", "column"].slice(-this.store.lattice.dimension);
    const least = axes.map((axis, i) => `${axis} ${Math.min(...atoms.map((atom) => atom[i])) + 1}`);
    $("play-where").textContent = `Piece ${this.pieces[this.held.index].name}, ${least.join(", ")}: ${this.fits(atoms) ? "fits" : "does not fit"}`;
  }

  turn(how) {
    const index = this.held?.index ?? this.pieces.findIndex((piece) => piece.name === document.activeElement?.dataset?.piece);
    if (index < 0) this.pieces.forEach((_, i) => this.become(i, how));
    else this.become(index, how);
    this.tray();
    if (this.held) this.show();
  }

  become(index, how) {
    this.orientation[index] = this.pieces[index].turns[how]?.[this.orientation[index]] ?? this.orientation[index];
  }

  key(event) {
    const step = STEPS[event.key]?.slice(3 - this.plain.dimension);
    const motion = { r: "turn", f: "flip", t: "tumble" }[event.key.toLowerCase()];
    const onBoard = event.target === this.stage;
    if (motion) this.turn(motion);
    else if (event.key === "Escape" && this.held) this.cancel();
    else if (step && this.held && onBoard) {
      this.at = this.at.map((v, i) => v + step[i]);
      this.show();
    } else if ((event.key === "Enter" || event.key === " ") && this.held && onBoard) this.lay();
    else if ((event.key === "Delete" || event.key === "Backspace") && onBoard) this.takeBack();
    else return false;
    return true;
  }

  // The piece under the held one, or the last that was laid.
  takeBack() {
    const under = this.held ? new Set(this.store.lattice.shift(this.atoms(this.held.index), this.at).map(key)) : null;
    const hit = this.store.placed.findLastIndex((p) => !p.fixed && (!under || p.atoms.some((atom) => under.has(key(atom)))));
    if (hit >= 0) this.hooks.commit(this.store.placed.filter((_, i) => i !== hit));
  }
}

function same(some, others) {
  const there = new Set(others.map(key));
  return some.length === others.length && some.every((atom) => there.has(key(atom)));
}
