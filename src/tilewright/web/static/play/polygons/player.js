// Playing with polygons: dragged freely and turned step by step, drawn to corners and sides, flipped; two fingers turn what
// they hold.

import { $ } from "../../core/dom.js";
import { least } from "../../core/lattice.js";
import { subject } from "../../core/phrases.js";
import { capital, phrase } from "../../words/words.js";
import { ARROWS, ahead } from "../places.js";
import { PiecePlayer } from "../pieces.js";
import { PolygonPlaces } from "./places.js";

/** @typedef {import("./plane.js").Plane} Plane */
/** @typedef {{ angle: number, flipped: boolean }} Way how a piece lies: degrees counterclockwise */
const TWIST = 8; // degrees of two fingers that are meant to turn

export class Player extends PiecePlayer {
  /** @param {Store} store @param {PlayHooks} hooks */
  constructor(store, hooks) {
    super(store, hooks);
    this.polygons = new PolygonPlaces(store.view, /** @type {Plane} */ (store.lattice));
    this.places = this.polygons;
    this.ways = this.pieces.map(({ orientations }) => orientations.map(wayOf));
    /** @type {{ angle: number, way: Way, turned: boolean } | null} */
    this.twist = null; // while two fingers hold a piece
    /** @type {Map<number, PointerEvent>} */
    this.fingers = new Map();
    const how = { capture: true, signal: this.life.signal };
    /** @param {PointerEvent} event */
    const touched = (event) => event.pointerType === "touch" && this.fingers.set(event.pointerId, event);
    addEventListener("pointerdown", touched, how);
    addEventListener("pointermove", (event) => this.follows(event), how);
    addEventListener("pointerup", (event) => this.lift(event), how);
    addEventListener("pointercancel", (event) => this.lift(event), how);
  }

  get help() {
    return phrase("play.help polygons");
  }

  /** @type {string[]} */
  tools = []; // a pencil has no cells to write in
  leastScale = 12; // pixels of the picture's cell in the tray

  // The board is one dark shape.
  /** @param {Stage} stage */
  attach(stage) {
    super.attach(stage);
    stage.board.classList.add("silhouette");
  }

  // ---- how pieces lie -----------------------------------------------------------------------------------------------

  /** @param {number} index */
  nameOf(index) {
    return subject(this.store.view, this.pieces[index].name);
  }

  // How a piece is turned and flipped; its name says the shape.
  /** @param {number} index */
  shapeText(index) {
    const { angle, flipped } = this.ways[index][this.orientation[index]];
    const turned = angle ? phrase("spoken.turned", { degrees: angle }) : phrase("spoken.unturned");
    return flipped ? `${turned}, ${phrase("spoken.flipped")}` : turned;
  }

  // What is held stays under the pointer: the point of the piece goes where the piece's corners go.
  /** @param {number} index @param {string} how */
  become(index, how) {
    this.lie(index, this.pieces[index].turns[how]?.[this.orientation[index]] ?? 0);
  }

  /** @param {number} index @param {number} number */
  lie(index, number) {
    const before = this.shape(index);
    this.orientation[index] = number;
    if (this.held?.index !== index) return;
    const grab = this.plain.place(this.held.grab);
    this.hand.grab = this.plain.cell(
      carried(grab, this.plain.polygon(before[0]), this.plain.polygon(this.shape(index)[0])),
    );
  }

  /** @param {Lattice} lattice @param {Atom[]} _ @param {Point} point */
  grabAt(lattice, _, point) {
    return lattice.cell(point);
  }

  // ---- two fingers --------------------------------------------------------------------------------------------------

  // The piece under the first.
  takesTwo() {
    if (this.held?.mode !== "press" || !this.held.touch) return false;
    this.take("drag");
    return true;
  }

  /** @param {PointerEvent} event */
  pressAgain(event) {
    if (this.held?.mode !== "drag" || event.pointerType !== "touch" || event.isPrimary)
      return super.pressAgain(event);
    const { index } = this.hand;
    this.twist = { angle: this.angle(), way: this.ways[index][this.orientation[index]], turned: false };
  }

  // The angle of the line between two fingers, in degrees, y up.
  angle() {
    const [a, b] = [...this.fingers.values()];
    return b ? (Math.atan2(a.clientY - b.clientY, b.clientX - a.clientX) * 180) / Math.PI : 0;
  }

  /** @param {PointerEvent} event */
  follows(event) {
    if (!this.fingers.has(event.pointerId)) return;
    this.fingers.set(event.pointerId, event);
    if (!this.twist || !this.isCarried || this.fingers.size < 2) return;
    const by = this.angle() - this.twist.angle;
    this.twist.turned ||= Math.abs(difference(by, 0)) > TWIST;
    if (this.twist.turned) this.turnTo(this.twist.way, by);
  }

  // The orientation nearest to one that is turned by so many degrees.
  /** @param {Way} way @param {number} by */
  turnTo({ angle, flipped }, by) {
    const { index } = this.hand;
    const ways = this.ways[index];
    /** @param {Way} way */
    const far = (way) => (way.flipped === flipped ? Math.abs(difference(way.angle, angle + by)) : Infinity);
    const best = ways.reduce(
      (some, way, i) => (far(way) < far(ways[some]) ? i : some),
      this.orientation[index],
    );
    if (best === this.orientation[index]) return;
    this.lie(index, best);
    this.overlay.show(this.store.lattice, this.shape(index), this.look, this.scale);
    this.target = null;
    this.show();
  }

  // A second finger that only taps turns by one step.
  /** @param {PointerEvent} event */
  lift(event) {
    const { twist } = this;
    const isSecond = this.fingers.delete(event.pointerId) && !event.isPrimary;
    if (!isSecond || !twist) return;
    const { turned } = twist;
    this.twist = null;
    if (!turned && this.isCarried && event.type === "pointerup") this.turn("turn");
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (event.pointerType === "touch" && !event.isPrimary) return; // the piece hangs on the first finger
    super.move(event);
  }

  letGo() {
    this.twist = null;
    super.letGo();
  }

  // ---- taps and keys ------------------------------------------------------------------------------------------------

  // The arrows go from one place at corners to the next.
  /** @param {string} name */
  keyAtPlace(name) {
    const way = ARROWS[name];
    if (!way) return super.keyAtPlace(name);
    const place = (/** @type {number[]} */ shift) => this.plain.place(shift.map(Number));
    const here = place(this.at);
    const every = this.polygons.every(this.shape(this.hand.index), this.store.placed);
    this.moveTo(least(every, (shift) => ahead(here, place(shift), way, 1e-6)) ?? this.at);
    return true;
  }

  // For those who do not see the board.
  /** @param {Atom[]} atoms */
  tell(atoms) {
    const { lattice, view, placed } = this.store;
    const { x, y, width, height } = lattice.bounds(view.atoms);
    const box = lattice.bounds(atoms);
    /** @param {number} at @param {number} low @param {number} whole */
    const part = (at, low, whole) => Math.round((100 * (at - low)) / whole);
    const fits = this.places.fit(atoms, placed) ? "play.fits" : "play.fits not";
    const words = {
      across: part(box.x + box.width / 2, x, width),
      down: part(box.y + box.height / 2, y, height),
      degrees: Math.round(this.ways[this.hand.index][this.orientation[this.hand.index]].angle),
    };
    const name = capital(this.nameOf(this.hand.index));
    $("play-where").textContent = phrase(fits, { name, place: phrase("play.polygon place", words) });
  }
}

// {angle, flipped} of an orientation, from the name of its motion: degrees counterclockwise, and f.
/** @param {Orientation} orientation @returns {Way} */
function wayOf({ motion = "" }) {
  return { angle: Number.parseFloat(motion), flipped: motion.endsWith("f") };
}

// The way from one angle to another, from -180 to 180 degrees.
/** @param {number} a @param {number} b */
const difference = (a, b) => ((((a - b + 180) % 360) + 360) % 360) - 180;

// Where the motion that takes one polygon to another takes a point: it is measured along two sides of the first.
/** @param {Point} point @param {Point[]} from @param {Point[]} to */
function carried([x, y], from, to) {
  const [o, p, q] = from;
  const [u, v] = [[p[0] - o[0], p[1] - o[1]], [q[0] - o[0], q[1] - o[1]]]; // prettier-ignore
  const det = u[0] * v[1] - u[1] * v[0];
  const [a, b] = [
    ((x - o[0]) * v[1] - (y - o[1]) * v[0]) / det,
    (u[0] * (y - o[1]) - u[1] * (x - o[0])) / det,
  ];
  return [0, 1].map(
    (axis) => to[0][axis] + a * (to[1][axis] - to[0][axis]) + b * (to[2][axis] - to[0][axis]),
  );
}
