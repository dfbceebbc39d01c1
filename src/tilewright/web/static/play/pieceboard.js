// The board that pieces are laid on: what lies there, the piece that is held, and how it is turned.

import { $, button, svg, unitsOf } from "../core/dom.js";
import * as draw from "../core/draw.js";
import { key } from "../core/lattice.js";
import { kindOf } from "../state/kinds.js";
import { placeText } from "../core/phrases.js";
import { Overlay } from "./overlay.js";
import { Places, middleOf, turned } from "./places.js";
import { announce, clashText, shapeText } from "./spoken.js";
import { classOf } from "./stage.js";
import { drawTray } from "./tray.js";
import { capital, phrase } from "../words/words.js";

const SNAP = 0.6; // cells within which a carried piece finds its place
const NEAR = 1.5; // cells around the board
/** @type {Record<string, any>} */
const REFUSALS = { turn: "not turned", flip: "not flipped", tumble: "not tumbled" };
/** @type {Record<string, any>} */
const SIGNS = { turn: "⟳", flip: "⇋", tumble: "⤵" };

export class PieceBoard {
  tools = ["pencil"]; // that the player may take
  /** @param {Store} store @param {any} hooks */
  constructor(store, hooks) {
    this.store = store;
    this.hooks = hooks;
    this.pieces = store.view.pieces_list;
    this.plain = store.lattices[store.view.lattice] ?? store.lattice;
    this.places = new Places(store.view, store.lattice);
    this.orientation = this.pieces.map(() => 0);
    // {index, mode, grab, lifted, before, pointer}: `mode` is press, drag, carry (it follows the mouse) or place (it
    // lies on the board until a tap or a key lays it); `before` is what lay there when `lifted` was taken up.
    /** @type {any} */
    this.held = null;
    this.cursor = null; // cell that the keys act on while nothing is held
    /** @type {any} */
    this.at = null; // cell of the piece in mode place
    this.target = null; // where the carried piece would slide to
    this.overlay = new Overlay();
    this.tiles = []; // {state, node} of each piece: its tile in the tray, and what that depends on
    this.drawn = new WeakMap(); // placement -> {className, shape}, its picture
  }

  get motions() {
    const names = Object.keys(this.pieces[0]?.turns ?? {});
    return names.filter((how) => this.pieces.some((piece) => piece.turns[how].some((to, i) => to !== i)));
  }

  get isCarried() {
    return this.held?.mode === "drag" || this.held?.mode === "carry";
  }

  /** @param {any} index */
  shape(index) {
    return this.pieces[index].orientations[this.orientation[index]].atoms;
  }

  /** @param {any} index */
  left(index) {
    const most = this.pieces[index].copies[1];
    if (most === null) return Infinity;
    return most - this.store.placed.filter((p) => p.piece === this.pieces[index].name).length;
  }

  // What lies on the board, as pictures; each is made once.
  /** @param {(placement: Placement) => boolean} isTried */
  shapes(isTried) {
    return this.store.placed.map((placement) => {
      const className = classOf(placement, isTried(placement));
      const known = this.drawn.get(placement);
      if (known?.className === className) return known.shape;
      const shape = this.drawLaid(placement, className);
      this.drawn.set(placement, { className, shape });
      return shape;
    });
  }

  /** @param {any} placement @param {string} className */
  drawLaid(placement, className) {
    const index = this.pieces.findIndex((piece) => piece.name === placement.piece);
    const { lattice, view } = this.store;
    const look = { name: placement.piece, ...kindOf(view).lookOf(view, placement), className };
    const shape = draw.shape(lattice, placement.atoms, look);
    if (!placement.fixed)
      shape.addEventListener("pointerdown", (event) => this.pressLaid(event, placement, index));
    return shape;
  }

  /** @param {any} it */
  attach({ board, sheet }) {
    this.stage = board;
    this.ghost = svg("g.ghost");
    sheet.append(this.ghost);
    board.addEventListener("click", (/** @type {any} */ event) => this.tap(event));
  }

  // What is beside the board and above it.
  /** @param {string} [penciled] */
  redraw(penciled = "") {
    this.penciled = penciled;
    this.ghost.replaceChildren();
    this.target = null;
    this.drawTray();
    if (this.held && this.held.mode !== "press") this.show();
  }

  // As large as the whole board would have them.
  drawTray() {
    drawTray(this, this.scale / this.hooks.zoom.scale);
  }

  // Whether a press is about no piece, so that it may move the board.
  /** @param {any} event */
  isFree(event) {
    return !this.held && !event.target.closest?.(".laid");
  }

  get scale() {
    return this.stage.getScreenCTM()?.a ?? 30;
  }

  // A piece as it lies in the tray.
  /** @param {any} index */
  lookOf(index) {
    return { name: this.pieces[index].name, color: this.pieces[index].color, index };
  }

  get look() {
    return { ...this.lookOf(this.held.index), className: "flying" };
  }

  /** @param {any} index */
  nameOf(index) {
    return phrase("hints.piece", { name: this.pieces[index].name });
  }

  // The piece as it is turned now, for those who do not see it.
  /** @param {number} index */
  shapeText(index) {
    return shapeText(this.plain, this.pieces[index], this.orientation[index]);
  }

  // The number of the orientation in which a placement lies, and its cell.
  /** @param {{ atoms: Atom[] }} it @param {any} index */
  laidAs({ atoms }, index) {
    return this.plain.laid(this.pieces[index].orientations, atoms);
  }

  show() {
    this.ghost.replaceChildren();
    $("play-controls").hidden = this.held?.mode !== "place";
    if (this.isCarried) return this.follow();
    const atoms = this.store.lattice.shift(this.shape(this.held.index), this.at);
    this.ghost.append(draw.shape(this.store.lattice, atoms, this.look));
    this.light(atoms);
    this.hooks.pages.reveal(atoms);
    this.hooks.zoom.reveal(this.store.lattice.bounds(atoms));
    this.tell(atoms);
    this.showControls(atoms);
  }

  /** @param {Atom[]} atoms */
  light(atoms) {
    this.hooks.space.show(atoms, this.look.color);
    const fits = this.places.fit(atoms, this.store.placed);
    const d = this.store.lattice.contour(atoms);
    this.ghost.append(svg("path", { d, class: `target ${fits ? "fits" : "clashes"}` }));
  }

  // The carried piece under the pointer, and the place it would slide to.
  follow() {
    const { grab, pointer } = this.held;
    const { lattice } = this.store;
    this.goOnAtEdge(pointer);
    const here = this.stage.getScreenCTM(); // the one look at the layout, before anything moves
    const target = this.targetAt(pointer, here);
    const held = lattice.place(grab);
    this.overlay.moveTo(pointer[0] - held[0] * here.a, pointer[1] - held[1] * here.d);
    const isSame = key(target?.shift ?? []) === key(this.target?.shift ?? []);
    if (isSame && (!target || this.ghost.childElementCount)) return;
    this.target = target;
    this.ghost.replaceChildren();
    if (target) this.light(target.atoms);
    else this.hooks.space.show();
  }

  // Where the carried piece would slide to: on the board, or in the picture in space, where its ghost is all that is seen.
  /** @param {Point} pointer @param {any} here */
  targetAt(pointer, here) {
    const { lattice, placed } = this.store;
    const shape = this.shape(this.held.index);
    const isInSpace = this.hooks.space.isAt(pointer);
    this.overlay.fade(isInSpace);
    if (isInSpace) return this.hooks.space.target(pointer, shape, this.places);
    const cell = lattice.cell([(pointer[0] - here.e) / here.a, (pointer[1] - here.f) / here.d]);
    const at = cell.map((v, i) => v - this.held.grab[i]);
    return this.places.nearest(shape, at, placed, SNAP);
  }

  // At the edge of a board that is looked at closer, it moves on while the piece is held there.
  /** @param {Point} pointer */
  goOnAtEdge(pointer) {
    if (this.nudging || !this.hooks.zoom.nudge(pointer)) return;
    this.nudging = requestAnimationFrame(() => {
      this.nudging = 0;
      if (this.isCarried) this.follow();
    });
  }

  // For those who do not see the board: where the piece that keys move is, by the top left of its bounds; its shape, when it
  // is taken up or turned.
  /** @param {Atom[]} atoms */
  tell(atoms) {
    const { lattice, placed } = this.store;
    const { index } = this.held;
    const values = {
      name: capital(phrase("hints.piece", { name: this.look.name })),
      place: placeText(lattice, lattice.corner(atoms)),
    };
    const where = this.places.fit(atoms, placed)
      ? phrase("play.fits", values)
      : phrase("spoken.fits not", { ...values, what: clashText(atoms) });
    const isTold = this.held.told === this.orientation[index];
    this.held.told = this.orientation[index];
    announce(isTold ? where : `${where}. ${this.shapeText(index)}`);
  }

  // Turn and flip, right at the piece.
  /** @param {Atom[]} atoms */
  showControls(atoms) {
    const controls = $("play-controls");
    const box = this.store.lattice.bounds(atoms);
    const here = this.stage.getScreenCTM();
    const frame = $("play-stage").getBoundingClientRect();
    const buttons = this.motions.map((how) =>
      button(SIGNS[how], () => this.turn(how), { "aria-label": phrase(`play.${how}`) }),
    );
    controls.replaceChildren(
      ...buttons,
      button("✓", () => this.lay(), { "aria-label": phrase("play.lay here") }),
    );
    const [x, y] = [here.e + (box.x + box.width / 2) * here.a - frame.x, here.f + box.y * here.d - frame.y];
    const half = 24 * (buttons.length + 1);
    controls.style.left = `${Math.min(Math.max(x, half), frame.width - half)}px`;
    controls.style.top = `${y > 52 ? y - 52 : y + box.height * here.d + 8}px`;
  }

  /** @param {Point} pointer @param {any} [near] */
  isNearBoard(pointer, near = NEAR) {
    const [x, y] = unitsOf(this.stage, pointer);
    const { lattice, view } = this.store;
    const box = lattice.bounds([...view.atoms, ...view.optional]);
    return (
      x > box.x - near && y > box.y - near && x < box.x + box.width + near && y < box.y + box.height + near
    );
  }

  /** @param {any} how */
  turn(how) {
    const focused = this.pieces.findIndex((piece) => piece.name === document.activeElement?.dataset?.piece);
    const index = this.held?.index ?? focused;
    if (index < 0) this.pieces.forEach((_, i) => this.become(i, how));
    else this.become(index, how);
    this.drawTray();
    if (!this.held) return this.tellTurned(index, how);
    if (this.isCarried) this.overlay.show(this.store.lattice, this.shape(index), this.look, this.scale);
    else this.at = this.places.clamp(this.shape(index), this.at);
    this.target = null;
    this.show();
  }

  /** @param {number} index @param {string} how */
  tellTurned(index, how) {
    if (index >= 0) return announce(this.shapeText(index));
    announce(phrase("spoken.all turned", { how: phrase(`play.${how}`) }));
  }

  /** @param {number} index @param {string} how */
  become(index, how) {
    const piece = this.pieces[index];
    const before = this.orientation[index];
    const motion = this.plain.motions.find(({ name }) => name === this.plain.player[how]);
    if (!motion) return;
    const grab = this.held?.grab ?? middleOf(this.plain, this.shape(index)[0]);
    const image = turned(this.plain, motion, this.shape(index), grab);
    this.orientation[index] = piece.turns[how]?.[before] ?? before;
    if (!same(image.shape, this.shape(index)))
      this.hooks.say(phrase(`play.${REFUSALS[how]}`, { name: piece.name }));
    else if (this.held?.index === index) this.held.grab = image.grab;
  }
}

/** @param {Atom[]} some @param {Atom[]} others */
export function same(some, others) {
  const there = new Set(others.map(key));
  return some.length === others.length && some.every((atom) => there.has(key(atom)));
}
