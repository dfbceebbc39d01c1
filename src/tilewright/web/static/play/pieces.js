// Playing with pieces: what lies on the board, the piece that is held and how it is turned; drag one, or click it and then its
// place, or choose one and move it with the arrow keys; and the tray with those that are left.

import { $, arrange, button, el, svg, unitsAt, unitsOf } from "../core/dom.js";
import * as draw from "../core/draw.js";
import { STEPS, key } from "../core/lattice.js";
import { kindOf } from "../core/kinds.js";
import { placeText, subject } from "../core/phrases.js";
import { Overlay } from "./overlay.js";
import { Places, grabPoint, middleOf, turned } from "./places.js";
import { announce, cellText, clashText, shapeText } from "./spoken.js";
import { classOf } from "./stage.js";
import { capital, phrase } from "../words/words.js";
import { faceOf } from "../core/solid.js";

const SNAP = 0.6; // cells within which a carried piece, or a tap, finds its place
const NEAR = 1.5; // cells around the board
const MOVED = 5; // pixels that make a drag of a click
const FLOAT = 56; // pixels that a piece floats above a finger
const AGAIN = 350; // milliseconds within which a second tap turns
const LONG = 500; // milliseconds of a press that flips
/** @type {Record<string, string>} */
const REFUSALS = { turn: "not turned", flip: "not flipped", tumble: "not tumbled" };
/** @type {Record<string, string>} */
const SIGNS = { turn: "⟳", flip: "⇋", tumble: "⤵" };
/** @type {Record<string, string>} */
const KEYS = { r: "turn", f: "flip", t: "tumble" };

/** @implements {Player} */
export class PiecePlayer {
  tools = ["pencil"]; // that the player may take
  leastScale = 15; // pixels of a cell in the tray

  /** @param {Store} store @param {PlayHooks} hooks */
  constructor(store, hooks) {
    this.store = store;
    this.hooks = hooks;
    this.pieces = store.view.pieces_list;
    this.plain = store.lattices[store.view.lattice] ?? store.lattice;
    /** @type {PlacesOfPieces} */
    this.places = new Places(store.view, store.lattice);
    this.orientation = this.pieces.map(() => 0);
    /** @type {Held | null} */
    this.held = null;
    /** @type {Atom | null} */
    this.cursor = null; // cell that the keys act on while nothing is held
    /** @type {number[]} */
    this.at = []; // cell of the piece in mode place
    /** @type {Place | null} */
    this.target = null; // where the carried piece would slide to
    this.overlay = new Overlay();
    /** @type {{ state: string, node: HTMLElement }[]} */
    this.tiles = []; // of each piece: its tile in the tray, and what that depends on
    /** @type {WeakMap<Placement, { className: string, shape: SVGElement }>} */
    this.drawn = new WeakMap(); // the pictures of placements
    this.ghost = svg("g.ghost");
    this.mark = svg("path.cursor");
    this.stage = svg("svg"); // the picture of the board, once it is attached
    this.penciled = ""; // name of the piece that the pencil writes
    this.nudging = 0; // the frame in which the board moves on at its edge
    this.life = new AbortController();
    this.listen();
  }

  listen() {
    const how = { signal: this.life.signal, passive: false };
    addEventListener("pointermove", (event) => this.move(event), how);
    addEventListener("pointerdown", (event) => this.pressAgain(event), how);
    addEventListener("pointerup", (event) => this.release(event), how);
    addEventListener("pointercancel", () => this.cancel(), how);
    addEventListener("mousedown", (event) => event.button === 2 && this.isCarried && this.turn("turn"), how);
    addEventListener("contextmenu", (event) => this.isCarried && event.preventDefault(), how);
    addEventListener("wheel", (event) => this.wheel(event), how);
  }

  get motions() {
    const names = Object.keys(this.pieces[0]?.turns ?? {});
    return names.filter((how) => this.pieces.some((piece) => piece.turns[how].some((to, i) => to !== i)));
  }

  // What is held, for those who know that something is.
  get hand() {
    if (!this.held) throw new RangeError();
    return this.held;
  }

  // What is said below the board.
  get rule() {
    return "";
  }

  get isIdle() {
    return !this.held;
  }

  get isCarried() {
    return this.held?.mode === "drag" || this.held?.mode === "carry";
  }

  /** @param {number} index */
  shape(index) {
    return this.pieces[index].orientations[this.orientation[index]].atoms;
  }

  /** @param {number} index */
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

  /** @param {Placement} placement @param {string} className */
  drawLaid(placement, className) {
    const index = this.pieces.findIndex((piece) => piece.name === placement.piece);
    const { lattice, view } = this.store;
    const look = { name: placement.piece, ...kindOf(view).lookOf(view, placement), className };
    const shape = draw.shape(lattice, placement.atoms, look);
    if (!placement.fixed)
      shape.addEventListener("pointerdown", (event) => this.pressLaid(event, placement, index));
    return shape;
  }

  /** @param {Stage} stage */
  attach({ board, sheet }) {
    this.stage = board;
    sheet.append(this.ghost);
    board.addEventListener("click", (/** @type {MouseEvent} */ event) => this.tap(event));
    board.append(this.mark);
    this.touch(this.cursor);
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
  /** @param {PointerEvent} event */
  isFree(event) {
    return !this.held && !event.target.closest?.(".laid");
  }

  get scale() {
    return this.stage.getScreenCTM()?.a ?? 30;
  }

  // A piece as it lies in the tray.
  /** @param {number} index */
  lookOf(index) {
    return { name: this.pieces[index].name, color: this.pieces[index].color, index };
  }

  get look() {
    return { ...this.lookOf(this.hand.index), className: "flying" };
  }

  /** @param {number} index */
  nameOf(index) {
    return phrase("hints.piece", { name: this.pieces[index].name });
  }

  // The piece as it is turned now, for those who do not see it.
  /** @param {number} index */
  shapeText(index) {
    return shapeText(this.plain, this.pieces[index], this.orientation[index]);
  }

  // The number of the orientation in which a placement lies, and its cell.
  /** @param {{ atoms: Atom[] }} it @param {number} index */
  laidAs({ atoms }, index) {
    return this.plain.laid(this.pieces[index].orientations, atoms);
  }

  show() {
    this.ghost.replaceChildren();
    $("play-controls").hidden = this.held?.mode !== "place";
    if (this.isCarried) return this.follow();
    const atoms = this.store.lattice.shift(this.shape(this.hand.index), this.at);
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
    const { grab, pointer } = this.hand;
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
  /** @param {Point} pointer @param {DOMMatrix} here @returns {Place | null} */
  targetAt(pointer, here) {
    const { lattice, placed } = this.store;
    const shape = this.shape(this.hand.index);
    const isInSpace = this.hooks.space.isAt(pointer);
    this.overlay.fade(isInSpace);
    if (isInSpace) return this.hooks.space.target(pointer, shape, this.places);
    const cell = lattice.cell([(pointer[0] - here.e) / here.a, (pointer[1] - here.f) / here.d]);
    const at = cell.map((v, i) => v - this.hand.grab[i]);
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
    const { index, told } = this.hand;
    const values = {
      name: capital(phrase("hints.piece", { name: this.look.name })),
      place: placeText(lattice, lattice.corner(atoms)),
    };
    const where = this.places.fit(atoms, placed)
      ? phrase("play.fits", values)
      : phrase("spoken.fits not", { ...values, what: clashText(atoms) });
    const isTold = told === this.orientation[index];
    this.hand.told = this.orientation[index];
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

  /** @param {Point} pointer */
  isNearBoard(pointer, near = NEAR) {
    const [x, y] = unitsOf(this.stage, pointer);
    const { lattice, view } = this.store;
    const box = lattice.bounds([...view.atoms, ...view.optional]);
    return (
      x > box.x - near && y > box.y - near && x < box.x + box.width + near && y < box.y + box.height + near
    );
  }

  /** @param {string} how */
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

  // ---- keys --------------------------------------------------------------------------------------------------------

  // Chosen by keys: the piece waits on the board.
  /** @param {number} index */
  choose(index) {
    if (this.hooks.pick(this.pieces[index].name)) return;
    if (this.left(index) <= 0) return;
    this.cancel();
    this.takeUpByKeys({ index, grab: middleOf(this.plain, this.shape(index)[0]) });
    this.stage.focus({ preventScroll: true });
  }

  giveUp() {
    const { name } = this.pieces[this.hand.index];
    this.cancel();
    announce(phrase("spoken.put away", { name: subject(this.store.view, name) }));
  }

  /** @param {KeyboardEvent} event @returns {boolean} */
  key(event) {
    const how = KEYS[event.key.toLowerCase()];
    if (how) this.turn(how);
    else if (event.key === "Escape" && this.held) this.giveUp();
    else if (event.target !== this.stage) return false;
    else if (event.key === "Delete" || event.key === "Backspace") this.takeBack();
    else if (this.held) return this.held.mode === "place" && this.keyAtPlace(event.key);
    else return this.keyOnBoard(event.key);
    return true;
  }

  // Nothing is held: the arrows go from cell to cell and say what is there, Enter takes it up. Whether the key meant anything.
  /** @param {string} name */
  keyOnBoard(name) {
    const step = STEPS[name]?.slice(3 - this.plain.dimension);
    const cell = this.cursor ?? this.plain.cellOf(this.store.view.atoms[0]);
    const laid = this.laidAt(cell);
    if (step) this.moveCursor(this.cursor ? this.stepped(cell, step) : cell);
    else if (name !== "Enter" && name !== " ") return false;
    else if (laid && !laid.fixed) this.takeUp(laid);
    else announce(cellText(cell));
    return true;
  }

  // The next cell, past holes too; where the board is joined, around it.
  /** @param {Atom} cell @param {number[]} step */
  stepped(cell, step) {
    const { periods } = this.store.lattice;
    const next = this.places.clamp(
      [cell.map(() => 0)],
      cell.map((v, i) => v + step[i]),
    );
    return next.map((v, i) => (periods?.[i] ? (v + periods[i]) % periods[i] : v));
  }

  /** @param {Atom} cell */
  moveCursor(cell) {
    const { lattice } = this.store;
    this.touch(cell);
    const atoms = lattice.atomsOfCell(cell);
    this.hooks.pages.reveal(atoms);
    this.hooks.zoom.reveal(lattice.bounds(atoms));
    announce(cellText(cell));
  }

  // The cell that the keys act on; none until an arrow is pressed.
  /** @param {Atom | null} cell */
  touch(cell) {
    this.cursor = cell;
    const { lattice } = this.store;
    this.mark.setAttribute("d", cell ? lattice.outline(lattice.atomsOfCell(cell)) : "");
  }

  /** @param {Atom} cell */
  laidAt(cell) {
    const names = new Set(this.plain.atomsOfCell(cell).map(key));
    return this.store.placed.find(({ atoms }) => atoms.some((atom) => names.has(key(atom))));
  }

  /** @param {Placement} lifted */
  takeUp(lifted) {
    const index = this.pieces.findIndex(({ name }) => name === lifted.piece);
    const { number, at } = this.laidAs(lifted, index);
    this.orientation[index] = number;
    this.takeUpByKeys({ index, lifted, at, grab: middleOf(this.plain, this.shape(index)[0]) });
  }

  /** @param {Pick<Held, "index" | "grab" | "lifted" | "at">} held */
  takeUpByKeys(held) {
    this.held = { ...held, mode: "place", pointer: [], start: [], touch: false, since: 0 };
    this.take("place");
  }

  // The arrows move the piece that waits on the board, Enter lays it. Whether the key meant anything.
  /** @param {string} name */
  keyAtPlace(name) {
    const step = STEPS[name]?.slice(3 - this.plain.dimension);
    if (name === "Enter" || name === " ") this.layHere();
    else if (!step) return false;
    else {
      const there = this.at.map((v, i) => v + step[i]);
      this.moveTo(this.places.clamp(this.shape(this.hand.index), there));
    }
    return true;
  }

  // The piece that waits on the board waits somewhere else.
  /** @param {number[]} cell */
  moveTo(cell) {
    this.at = cell;
    this.show();
  }

  // The cursor stays with what was laid.
  layHere() {
    const { at } = this;
    const first = this.shape(this.hand.index)[0];
    this.lay();
    if (!this.held && this.cursor) this.touch(this.plain.cellOf(this.store.lattice.shift([first], at)[0]));
  }

  // The piece under the held one or the cursor, or the last that was laid.
  takeBack() {
    const shape = this.held && this.store.lattice.shift(this.shape(this.held.index), this.at);
    const under = shape && new Set(shape.map(key));
    /** @param {Placement} placement */
    const isHit = ({ fixed, atoms }) => !fixed && (!under || atoms.some((atom) => under.has(key(atom))));
    const there = !this.held && this.cursor && this.laidAt(this.cursor);
    const hit = there ? isHit(there) && there : this.store.placed.findLast(isHit);
    if (!hit) return announce(this.cursor ? cellText(this.cursor) : phrase("spoken.nothing"));
    if (this.held?.lifted) this.cancel();
    this.hooks.commit(this.store.placed.filter((placement) => placement !== hit));
  }

  // ---- mouse and fingers -------------------------------------------------------------------------------------------

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

  /** @param {PointerEvent} event @param {number} index @param {Lattice} lattice */
  pressTile(event, index, lattice) {
    if (event.button > 0) return;
    if (this.hooks.pick(this.pieces[index].name)) return;
    const again = this.held?.mode === "place" && this.held.index === index && !this.held.lifted;
    if (again) return event.timeStamp - this.hand.since < AGAIN ? this.turn("turn") : this.cancel();
    if (this.left(index) <= 0) return;
    const grab = this.grabOnTile(event, index, lattice);
    event.target.releasePointerCapture?.(event.pointerId);
    this.press(event, { index, grab });
  }

  // Where a piece is taken; of a solid the tray shows no layers, so it is taken by its first cube.
  /** @param {PointerEvent} event @param {number} index @param {Lattice} lattice */
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

  /** @param {PointerEvent} event @param {Placement} lifted @param {number} index */
  pressLaid(event, lifted, index) {
    if (event.button > 0 || (this.held && this.held.mode !== "press")) return; // the press is about the held piece
    const { number: orientation, at } = this.laidAs(lifted, index);
    this.orientation[index] = orientation;
    const cell = this.grabAt(this.store.lattice, lifted.atoms, unitsAt(this.stage, event));
    this.press(event, { index, lifted, at, grab: this.plain.between(at, cell) });
    event.preventDefault();
  }

  /** @param {PointerEvent} event @param {Pick<Held, "index" | "grab" | "lifted" | "at">} what */
  press(event, what) {
    this.cancel();
    const pointer = [event.clientX, event.clientY];
    const touch = event.pointerType !== "mouse";
    /** @type {Held} */
    const held = { ...what, mode: "press", pointer, start: pointer, touch, since: event.timeStamp };
    if (touch && !held.lifted) held.timer = setTimeout(() => this.flipPressed(), LONG);
    this.held = held;
  }

  flipPressed() {
    if (this.held?.mode !== "press") return;
    const { index } = this.held;
    this.held = null;
    this.become(index, "flip");
    this.drawTray();
  }

  // A press becomes a drag, a click or a tap: the piece leaves the board.
  /** @param {Held["mode"]} mode */
  take(mode) {
    const { hand, store } = this;
    clearTimeout(hand.timer);
    hand.mode = mode;
    if (hand.lifted) store.lift(hand.lifted);
    const shape = this.shape(hand.index);
    this.at = hand.at ?? this.places.free(shape, store.placed);
    this.target = null;
    if (this.isCarried) {
      document.body.classList.add("dragging");
      this.overlay.show(store.lattice, shape, this.look, this.scale);
    }
    this.hooks.refresh();
  }

  /** @param {PointerEvent} event */
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
  /** @param {PointerEvent} event */
  pressAgain(event) {
    if (this.held?.mode === "drag" && event.pointerType === "touch" && !event.isPrimary)
      return this.turn("turn");
    if (this.held?.mode !== "carry" || event.button > 0) return;
    this.held.pressed = !event.target.closest?.("a, input, select, .bar button");
  }

  /** @param {PointerEvent} event */
  release(event) {
    const { mode, touch, pressed } = this.held ?? {};
    if (mode === "press") this.take(touch ? "place" : "carry");
    else if (mode === "drag" && event.isPrimary) this.drop(event);
    else if (mode === "carry" && pressed) this.drop(event);
  }

  /** @param {PointerEvent} event */
  drop(event) {
    const { hand, target } = this;
    if (target) return this.settle(target);
    hand.pressed = false;
    const onBoard = this.isNearBoard(hand.pointer);
    if (onBoard) this.hooks.say(phrase("play.no fit"));
    if (onBoard && hand.mode === "carry" && this.stage.contains(event.target)) return;
    if (hand.lifted && !onBoard) return this.putAway();
    this.cancel();
  }

  // Slide into the place that is lit up.
  /** @param {Place} place */
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
    this.letGo();
    this.hooks.commit(rest);
  }

  /** @param {Atom[]} atoms */
  commitPlaced(atoms) {
    const after = [...this.store.placed, { piece: this.pieces[this.hand.index].name, atoms }];
    this.letGo();
    this.hooks.commit(after);
  }

  // Nothing is held any more; what was lifted is back on the board.
  letGo() {
    clearTimeout(this.held?.timer);
    this.held = null;
    this.store.lift(null);
    this.target = null;
    $("play-controls").hidden = true;
    document.body.classList.remove("dragging");
  }

  // The piece glides home: to the tray, or to where it lay.
  cancel() {
    if (!this.held) return;
    const { mode, lifted, index } = this.held;
    const carried = this.isCarried;
    this.letGo();
    if (mode === "press") return;
    this.hooks.refresh();
    if (!carried) return this.overlay.hide();
    const here = this.stage.getScreenCTM();
    if (lifted) {
      const [x, y] = this.store.lattice.place(this.plain.corner(lifted.atoms));
      return this.overlay.glideTo(here.e + x * here.a, here.f + y * here.d);
    }
    const home = document.querySelector(`#play-tray [data-piece="${CSS.escape(this.pieces[index].name)}"]`);
    const box = home.getBoundingClientRect();
    this.overlay.glideTo(box.x, box.y);
  }

  // A tap on the board lays the piece that waits there, by the point it was taken up at.
  /** @param {MouseEvent} event */
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
    const atoms = this.store.lattice.shift(this.shape(this.hand.index), this.at);
    if (!this.places.fit(atoms, this.store.placed)) return this.hooks.say(phrase("play.no fit"));
    this.commitPlaced(atoms);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!this.held || event.ctrlKey) return;
    event.preventDefault();
    this.turn("turn");
  }

  /** @param {Event} event @param {number} index */
  turnTile(event, index) {
    event.preventDefault();
    if (this.held) return;
    this.become(index, "turn");
    this.drawTray();
  }
}

/** @param {Atom[]} some @param {Atom[]} others */
function same(some, others) {
  const there = new Set(others.map(key));
  return some.length === others.length && some.every((atom) => there.has(key(atom)));
}

// ---- the pieces beside the board ------------------------------------------------------------------------------------

const TRAY_SHARE = 0.45; // of the board's cell
const LONGEST = 190; // pixels of a piece
const NARROW = "(max-width: 40rem)"; // a phone, on which board, tray and buttons are seen together
const LONGEST_NARROW = 84;
const MANY = 60; // pieces: beyond that the tray scrolls by itself, so that the board stays in sight

// Those that are used up leave the tray; tiles that stay as they are are left alone.
/** @param {PiecePlayer} player @param {number} boardScale */
function drawTray(player, boardScale) {
  const tray = $("play-tray");
  const focus = tray.contains(document.activeElement) && document.activeElement.dataset.piece;
  const longest = Math.max(1, ...player.pieces.map((_, index) => span(player, index)));
  const most = matchMedia(NARROW).matches ? LONGEST_NARROW : LONGEST;
  const scale = Math.min(Math.max(player.leastScale, TRAY_SHARE * boardScale), most / longest);
  const nodes = player.pieces.map((piece, index) => tileOf(player, piece, index, scale));
  arrange(tray, nodes);
  tray.classList.toggle("many", player.pieces.length > MANY);
  tray.classList.toggle("scrolls", tray.scrollWidth > tray.clientWidth);
  if (focus) tray.querySelector(`[data-piece="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
}

/** @param {PiecePlayer} player @param {number} index */
function span(player, index) {
  const atoms = player.shape(index);
  const box = player.plain.spaced(atoms).bounds(atoms);
  return Math.max(box.width, box.height);
}

/** @param {PiecePlayer} player @param {Piece} piece @param {number} index @param {number} scale */
function tileOf(player, piece, index, scale) {
  const left = player.left(index);
  const chosen = player.held?.index === index || player.penciled === piece.name;
  const state = [player.orientation[index], left, chosen, scale].join();
  if (player.tiles[index]?.state !== state)
    player.tiles[index] = { state, node: tile(player, index, left, chosen, scale) };
  return player.tiles[index].node;
}

/** @param {PiecePlayer} player @param {number} index @param {number} left @param {boolean} chosen @param {number} scale */
function tile(player, index, left, chosen, scale) {
  const piece = player.pieces[index];
  const count = left === Infinity ? phrase("play.any number") : phrase("play.left", { count: left });
  const atoms = player.shape(index);
  const lattice = player.plain.spaced(atoms);
  const look = player.lookOf(index);
  const isSolid = lattice.dimension === 3;
  const face = isSolid
    ? faceOf(player.plain, atoms, piece.color, scale)
    : draw.face(lattice, atoms, look, scale);
  const attributes = {
    type: "button",
    class: `tile ${isSolid ? "solid" : ""} ${chosen ? "chosen" : ""}`,
    "data-piece": piece.name,
    "data-orientation": player.orientation[index],
    "aria-label": phrase("play.tile label", {
      name: capital(player.nameOf(index)),
      count: [count, player.shapeText(index)].filter(Boolean).join(", "),
    }),
    "aria-pressed": chosen ? "true" : "false",
    hidden: left <= 0 && !chosen,
    onpointerdown: (/** @type {PointerEvent} */ event) => player.pressTile(event, index, lattice),
    onclick: (/** @type {MouseEvent} */ event) => event.detail === 0 && player.choose(index),
    oncontextmenu: (/** @type {MouseEvent} */ event) => player.turnTile(event, index),
  };
  return el("button", attributes, face, el("small", left === Infinity ? "∞" : left > 1 ? `× ${left}` : ""));
}
