// Playing with pieces: drag one, or click it and then its place, or choose one and move it with the arrow keys.

import { $, unitsAt } from "../core/dom.js";
import { KeyBoard } from "./keyboard.js";
import { grabPoint, middleOf } from "./places.js";
import { phrase } from "../words/words.js";

const SNAP = 0.6; // cells within which a tap finds a place
const MOVED = 5; // pixels that make a drag of a click
const FLOAT = 56; // pixels that a piece floats above a finger
const AGAIN = 350; // milliseconds within which a second tap turns
const LONG = 500; // milliseconds of a press that flips

export class PiecePlayer extends KeyBoard {
  /** @param {Store} store @param {any} hooks */
  constructor(store, hooks) {
    super(store, hooks);
    this.life = new AbortController();
    /** @param {string} name @param {(event: any) => unknown} how */
    const on = (name, how) => addEventListener(name, how, { signal: this.life.signal, passive: false });
    on("pointermove", (event) => this.move(event));
    on("pointerdown", (event) => this.pressAgain(event));
    on("pointerup", (event) => this.release(event));
    on("pointercancel", () => this.cancel());
    on("mousedown", (event) => event.button === 2 && this.isCarried && this.turn("turn"));
    on("contextmenu", (event) => this.isCarried && event.preventDefault());
    on("wheel", (event) => this.wheel(event));
  }

  // Whether a second finger is about what the first one holds.
  takesTwo() {
    return false;
  }

  get help() {
    const solid = this.plain.dimension === 3;
    const tumble = solid ? ` ${phrase("play.help tumble")}` : "";
    return phrase("play.help pieces", { tumble });
  }

  // Nothing of this player listens any more.
  close() {
    this.life.abort();
    this.overlay.hide();
    document.body.classList.remove("dragging");
  }

  /** @param {any} event @param {any} index @param {Lattice} lattice */
  pressTile(event, index, lattice) {
    if (event.button > 0) return;
    if (this.hooks.pick(this.pieces[index].name)) return;
    const again = this.held?.mode === "place" && this.held.index === index && !this.held.lifted;
    if (again) return event.timeStamp - this.held.since < AGAIN ? this.turn("turn") : this.cancel();
    if (this.left(index) <= 0) return;
    const grab = this.grabOnTile(event, index, lattice);
    event.target.releasePointerCapture?.(event.pointerId);
    this.press(event, { index, grab });
  }

  // Where a piece is taken; of a solid the tray shows no layers, so it is taken by its first cube.
  /** @param {any} event @param {any} index @param {Lattice} lattice */
  grabOnTile(event, index, lattice) {
    if (lattice.dimension === 3) return middleOf(this.plain, this.shape(index)[0]);
    const face = event.currentTarget.querySelector("svg");
    return this.grabAt(lattice, this.shape(index), unitsAt(face, event));
  }

  // A point of a piece's picture, as a cell in fractions.
  /** @param {Lattice} lattice @param {Atom[]} atoms @param {Point} point */
  grabAt(lattice, atoms, point) {
    return grabPoint(lattice, atoms, point);
  }

  /** @param {any} event @param {any} lifted @param {any} index */
  pressLaid(event, lifted, index) {
    if (event.button > 0 || (this.held && this.held.mode !== "press")) return; // the press is about the held piece
    const { number: orientation, at } = this.laidAs(lifted, index);
    this.orientation[index] = orientation;
    const cell = this.grabAt(this.store.lattice, lifted.atoms, unitsAt(this.stage, event));
    this.press(event, { index, lifted, at, grab: this.plain.between(at, cell) });
    event.preventDefault();
  }

  /** @param {any} event @param {any} held */
  press(event, held) {
    this.cancel();
    const pointer = [event.clientX, event.clientY];
    const touch = event.pointerType !== "mouse";
    this.held = { ...held, mode: "press", pointer, start: pointer, touch, since: event.timeStamp };
    if (touch && !held.lifted) this.held.timer = setTimeout(() => this.flipPressed(), LONG);
  }

  flipPressed() {
    if (this.held?.mode !== "press") return;
    const { index } = this.held;
    this.held = null;
    this.become(index, "flip");
    this.drawTray();
  }

  // A press becomes a drag, a click or a tap: the piece leaves the board.
  /** @param {any} mode */
  take(mode) {
    clearTimeout(this.held.timer);
    this.held.mode = mode;
    this.held.before = this.store.placed;
    if (this.held.lifted)
      this.store.placed = this.store.placed.filter((placement) => placement !== this.held.lifted);
    this.at = this.held.at ?? this.places.free(this.shape(this.held.index), this.store.placed);
    this.target = null;
    if (this.isCarried) {
      document.body.classList.add("dragging");
      this.overlay.show(this.store.lattice, this.shape(this.held.index), this.look, this.scale);
    }
    this.hooks.refresh();
  }

  /** @param {any} event */
  move(event) {
    if (!this.held || this.held.mode === "place") return;
    const [x, y] = this.held.start;
    if (this.held.mode === "press" && Math.hypot(event.clientX - x, event.clientY - y) > MOVED)
      this.take("drag");
    const floats = this.held.touch && this.held.mode === "drag" ? FLOAT : 0;
    this.held.pointer = [event.clientX, event.clientY - floats];
    if (this.isCarried) this.follow();
  }

  // A press while a piece is carried lays it; a second finger turns it.
  /** @param {any} event */
  pressAgain(event) {
    if (this.held?.mode === "drag" && event.pointerType === "touch" && !event.isPrimary)
      return this.turn("turn");
    if (this.held?.mode !== "carry" || event.button > 0) return;
    this.held.pressed = !event.target.closest?.("a, input, select, .bar button");
  }

  /** @param {any} event */
  release(event) {
    const { mode, touch, pressed } = this.held ?? {};
    if (mode === "press") this.take(touch ? "place" : "carry");
    else if (mode === "drag" && event.isPrimary) this.drop(event);
    else if (mode === "carry" && pressed) this.drop(event);
  }

  /** @param {any} event */
  drop(event) {
    const { target } = this;
    if (target) return this.settle(target);
    this.held.pressed = false;
    const onBoard = this.isNearBoard(this.held.pointer);
    if (onBoard) this.hooks.say(phrase("play.no fit"));
    if (onBoard && this.held.mode === "carry" && this.stage.contains(event.target)) return;
    if (this.held.lifted && !onBoard) return this.putAway();
    this.cancel();
  }

  // Slide into the place that is lit up.
  /** @param {any} it */
  settle({ atoms, shift }) {
    this.hooks.pages.reveal(atoms);
    const here = this.stage.getScreenCTM();
    const [x, y] = this.store.lattice.place(shift);
    this.overlay.glideTo(here.e + x * here.a, here.f + y * here.d);
    this.commitPlaced(atoms);
  }

  // A laid piece goes back to the tray.
  putAway() {
    const rest = this.store.placed;
    this.overlay.hide();
    this.store.placed = this.held.before;
    this.letGo();
    this.hooks.commit(rest);
  }

  /** @param {Atom[]} atoms */
  commitPlaced(atoms) {
    const { index, before } = this.held;
    const after = [...this.store.placed, { piece: this.pieces[index].name, atoms }];
    this.store.placed = before;
    this.letGo();
    this.hooks.commit(after);
  }

  letGo() {
    clearTimeout(this.held?.timer);
    this.held = null;
    this.target = null;
    $("play-controls").hidden = true;
    document.body.classList.remove("dragging");
  }

  // The piece glides home: to the tray, or to where it lay.
  cancel() {
    if (!this.held) return;
    const { mode, lifted, index, before } = this.held;
    const carried = this.isCarried;
    this.letGo();
    if (mode === "press") return;
    this.store.placed = before;
    this.hooks.refresh();
    if (!carried) return this.overlay.hide();
    const here = this.stage.getScreenCTM();
    if (lifted) {
      const [x, y] = this.store.lattice.place(this.plain.corner(lifted.atoms));
      return this.overlay.glideTo(here.e + x * here.a, here.f + y * here.d);
    }
    const tile = document.querySelector(`#play-tray [data-piece="${CSS.escape(this.pieces[index].name)}"]`);
    const box = tile.getBoundingClientRect();
    this.overlay.glideTo(box.x, box.y);
  }

  // A tap on the board lays the piece that waits there, by the point it was taken up at.
  /** @param {any} event */
  tap(event) {
    if (this.held?.mode !== "place") return;
    const { index, grab } = this.held;
    const cell = this.store.lattice.cell(unitsAt(this.stage, event));
    const at = cell.map((v, i) => v - grab[i]);
    const near = this.places.nearest(this.shape(index), at, this.store.placed, SNAP);
    this.at = near?.shift ?? this.places.clamp(this.shape(index), at);
    if (near) this.lay();
    else this.show();
  }

  lay() {
    const atoms = this.store.lattice.shift(this.shape(this.held.index), this.at);
    if (!this.places.fit(atoms, this.store.placed)) return this.hooks.say(phrase("play.no fit"));
    this.commitPlaced(atoms);
  }

  /** @param {any} event */
  wheel(event) {
    if (!this.held || event.ctrlKey) return;
    event.preventDefault();
    this.turn("turn");
  }

  /** @param {any} event @param {any} index */
  turnTile(event, index) {
    event.preventDefault();
    if (this.held) return;
    this.become(index, "turn");
    this.drawTray();
  }
}
