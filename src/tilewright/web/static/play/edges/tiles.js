// Playing with tiles: as with pieces, and a tile that lies there turns where it lies when it is clicked, changes places with
// the one it is dropped on, and its sides light up where they match.

import { unitsAt, unitsOf } from "../../core/dom.js";
import { centre, key, least } from "../../core/lattice.js";
import { labelsOf, lights, meetings, sidesOf, tileLook } from "../../core/tiles.js";
import { placeText, subject } from "../../core/phrases.js";
import { capital, phrase } from "../../words/words.js";
import { PiecePlayer } from "../pieces.js";
import { ARROWS, Places, ahead, middleOf } from "../places.js";
import { announce } from "../spoken.js";

const NEAR = 0.35; // cells around the board

export class TilePlayer extends PiecePlayer {
  /** @param {Store} store @param {PlayHooks} hooks */
  constructor(store, hooks) {
    super(store, hooks);
    this.places = new TilePlaces(store.view, store.lattice);
    /** @type {Atom} */
    this.cursor = store.view.atoms[0];
  }

  get help() {
    return phrase("edges.help");
  }

  // What the border asks for, and which labels match.
  get rule() {
    const { border, tile_labels: looks } = this.store.view;
    /** @type {Record<string, string>} */
    const words = { free: "edges.border free", uniform: "edges.border uniform" };
    const rule = phrase(words[border] ?? "edges.border label");
    const hasPartners = Object.entries(looks).some(([label, { partner }]) => partner !== label);
    return hasPartners ? `${rule} ${phrase("edges.partners")}` : rule;
  }

  leastScale = 34; // pixels of a tile in the tray

  // ---- tiles and their orientations ---------------------------------------------------------------------------------

  /** @param {number} index */
  lookOf(index) {
    const { labels } = this.pieces[index].orientations[this.orientation[index]];
    return { ...super.lookOf(index), ...tileLook(this.store.view, this.pieces[index].name, labels) };
  }

  /** @param {number} index */
  nameOf(index) {
    const { name } = this.pieces[index];
    const { labels } = this.lookOf(index);
    const said = sidesText(this.plain, this.shape(index)[0], labels ?? []);
    return phrase("edges.tile with labels", { name, labels: said });
  }

  // What a tile is, its labels say.
  shapeText() {
    return "";
  }

  /** @param {number} index @param {string} how */
  tellTurned(index, how) {
    if (index < 0) super.tellTurned(index, how);
    else announce(capital(this.nameOf(index)));
  }

  /** @param {Pick<Placement, "atoms" | "motion">} laid @param {number} index */
  laidAs({ motion, atoms }, index) {
    const number = this.pieces[index].orientations.findIndex((each) => each.motion === motion);
    return { number: Math.max(0, number), at: this.plain.cellOf(atoms[0]) };
  }

  /** @param {number} index @param {number} number */
  slot(index, number) {
    return this.plain.kind(this.pieces[index].orientations[number].atoms[0]);
  }

  slotOfHand() {
    return this.slot(this.hand.index, this.orientation[this.hand.index]);
  }

  // The orientation that a turn or a flip makes, the first of those in a place of the same form.
  /** @param {number} index @param {number} number @param {string} how */
  after(index, number, how) {
    const turns = this.pieces[index].turns[how] ?? [];
    let next = turns[number] ?? number;
    for (let tries = turns.length; tries && this.slot(index, next) !== this.slot(index, number); tries--)
      next = turns[next];
    return this.slot(index, next) === this.slot(index, number) ? next : number;
  }

  // With empty hands the tile that was touched last turns where it lies.
  /** @param {string} how */
  turn(how) {
    const isInTray = Boolean(document.activeElement?.dataset?.piece);
    const laid = this.held || isInTray ? null : this.laidAt(this.cursor);
    if (!laid || laid.fixed) return super.turn(how);
    if (!this.turnLaid(laid, how)) this.refuse(laid.piece, how);
  }

  /** @param {string} name @param {string} how */
  refuse(name, how) {
    this.hooks.say(phrase(how === "turn" ? "edges.not turned" : "edges.not flipped", { name }));
  }

  /** @param {Atom} atom */
  laidAt(atom) {
    return this.store.placed.find(({ atoms }) => key(atoms[0]) === key(atom));
  }

  /** @param {number} index @param {string} how */
  become(index, how) {
    const before = this.orientation[index];
    const { labels } = this.pieces[index].orientations[before];
    this.orientation[index] = this.after(index, before, how);
    const isRefused = this.orientation[index] === before && new Set(labels).size > 1;
    const name = this.pieces[index].name;
    if (isRefused) this.refuse(name, how);
    else if (this.held?.index === index) this.held.grab = middleOf(this.plain, this.shape(index)[0]);
  }

  // Of triangles every second place stands on its head: there a tile is turned a step on, and back again elsewhere.
  /** @param {number} index @param {number} number @param {Atom} atom */
  orientationFor(index, number, atom) {
    const slot = this.plain.kind(atom);
    if (this.slot(index, number) === slot) return number;
    const turns = this.pieces[index].turns.turn ?? [];
    return slot ? turns[number] : Math.max(0, turns.indexOf(number));
  }

  /** @param {Atom} atom */
  standAt(atom) {
    const { index } = this.hand;
    this.orientation[index] = this.orientationFor(index, this.orientation[index], atom);
    this.at = this.plain.cellOf(atom);
  }

  // ---- what lies there ----------------------------------------------------------------------------------------------

  /** @param {(placement: Placement) => boolean} isTried */
  shapes(isTried) {
    const { lattice, view, placed, progress } = this.store;
    const shapes = super.shapes(isTried);
    return progress.finished ? shapes : [...shapes, lights(meetings(lattice, view, placed))];
  }

  // The place under the tile that is held, and which of its sides would match.
  /** @param {Atom[]} atoms */
  light(atoms) {
    super.light(atoms);
    this.ghost.append(lights(this.meetingsAt(atoms)));
  }

  // What the held tile would meet at a place.
  /** @param {Atom[]} atoms */
  meetingsAt([atom]) {
    const { lattice, view, placed } = this.store;
    const others = placed.filter(({ atoms }) => key(atoms[0]) !== key(atom));
    const all = meetings(lattice, view, [...others, this.placement([atom])]);
    return all.filter(({ atoms }) => atoms.some((each) => key(each) === key(atom)));
  }

  // The held tile as it would lie there.
  /** @param {Atom[]} atoms */
  placement(atoms) {
    const { index } = this.hand;
    const { motion } = this.pieces[index].orientations[this.orientation[index]];
    return { piece: this.pieces[index].name, atoms, motion };
  }

  // For those who do not see the board.
  /** @param {Atom[]} atoms */
  tell(atoms) {
    const found = this.meetingsAt(atoms);
    const matches = found.filter(({ isMatch }) => isMatch).length;
    const told = phrase("edges.meets", { matches, clashes: found.length - matches });
    announce(`${this.described(this.placement(atoms))}. ${told}`);
  }

  /** @param {Placement} placement */
  described(placement) {
    const { view, lattice } = this.store;
    return phrase("edges.described", {
      name: capital(subject(view, placement.piece)),
      labels: sidesText(lattice, placement.atoms[0], labelsOf(view, placement) ?? []),
      place: placeText(lattice, placement.atoms[0]),
    });
  }

  // ---- mouse and fingers --------------------------------------------------------------------------------------------

  follow() {
    const atom = this.store.lattice.atomAt(unitsOf(this.stage, this.hand.pointer));
    const { index } = this.hand;
    const before = this.orientation[index];
    if (atom && this.places.fit([atom])) {
      this.orientation[index] = this.orientationFor(index, before, atom);
      if (this.orientation[index] !== before) {
        this.hand.grab = middleOf(this.plain, this.shape(index)[0]);
        this.overlay.show(this.store.lattice, this.shape(index), this.look, this.scale);
        this.target = null;
      }
    }
    super.follow();
  }

  // A tile that is clicked or tapped turns where it lies.
  /** @param {PointerEvent} event */
  release(event) {
    const { mode, lifted } = this.held ?? {};
    if (mode !== "press" || !lifted || !this.turnLaid(lifted, "turn")) return super.release(event);
    event.preventDefault();
  }

  // Whether the tile can be turned.
  /** @param {Placement} laid @param {string} how */
  turnLaid(laid, how) {
    const index = this.pieces.findIndex(({ name }) => name === laid.piece);
    const { number } = this.laidAs(laid, index);
    const after = this.after(index, number, how);
    if (after === number) return false;
    this.letGo();
    this.touch(laid.atoms[0]);
    const { motion } = this.pieces[index].orientations[after];
    this.hooks.commit(this.store.placed.map((each) => (each === laid ? { ...laid, motion } : each)));
    return true;
  }

  // A tile is a whole cell: beside the board is where it leaves it.
  /** @param {Point} pointer */
  isNearBoard(pointer) {
    return super.isNearBoard(pointer, NEAR);
  }

  /** @param {MouseEvent} event */
  tap(event) {
    if (this.held?.mode !== "place") return;
    const atom = this.store.lattice.atomAt(unitsAt(this.stage, event));
    if (!atom || !this.places.fit([atom])) return;
    this.standAt(atom);
    this.lay();
  }

  // The tile that lay there goes where this one came from: to its place, or to the tray.
  /** @param {Atom[]} atoms */
  commitPlaced(atoms) {
    const { lifted } = this.hand;
    const laid = this.placement(atoms);
    const under = this.store.placed.find((each) => key(each.atoms[0]) === key(atoms[0]));
    const rest = this.store.placed.filter((each) => each !== under);
    const moved = under && lifted ? this.movedTo(under, lifted.atoms) : [];
    const isSame = lifted && key(lifted.atoms[0]) === key(atoms[0]) && lifted.motion === laid.motion;
    this.letGo();
    this.touch(atoms[0]);
    if (isSame) return this.hooks.refresh();
    this.hooks.commit([...rest, ...moved, laid]);
  }

  /** @param {Placement} laid @param {Atom[]} atoms */
  movedTo(laid, atoms) {
    const index = this.pieces.findIndex(({ name }) => name === laid.piece);
    const number = this.orientationFor(index, this.laidAs(laid, index).number, atoms[0]);
    const { motion } = this.pieces[index].orientations[number];
    return this.slot(index, number) === this.plain.kind(atoms[0]) ? [{ ...laid, atoms, motion }] : [];
  }

  // ---- keys ---------------------------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.target === this.stage && !this.held && this.keyOnBoard(event.key)) return true;
    return super.key(event);
  }

  // Nothing is held: the arrows move a cursor, the keys act on the tile there. Whether the key meant anything.
  /** @param {string} name */
  keyOnBoard(name) {
    const laid = this.laidAt(this.cursor);
    if (ARROWS[name]) this.moveCursor(this.places.towards(this.cursor, ARROWS[name]));
    else if (!laid || laid.fixed) {
      if (name !== "Enter" && name !== " ") return false;
      this.moveCursor(this.cursor); // says what is there
    } else if (name.toLowerCase() === "r") this.turnLaid(laid, "turn");
    else if (name.toLowerCase() === "f") this.turnLaid(laid, "flip");
    else if (name === "Enter" || name === " ") this.takeUp(laid);
    else if (name === "Delete" || name === "Backspace")
      this.hooks.commit(this.store.placed.filter((each) => each !== laid));
    else return false;
    return true;
  }

  /** @param {Atom} atom */
  moveCursor(atom) {
    const { lattice } = this.store;
    this.touch(atom);
    this.hooks.zoom.reveal(lattice.bounds([atom]));
    const laid = this.laidAt(atom);
    announce(laid ? this.described(laid) : phrase("edges.empty", { place: placeText(lattice, atom) }));
  }

  // The keys and buttons act on what lies there.
  /** @param {Atom} atom */
  touch(atom) {
    this.cursor = atom;
    this.mark.setAttribute("d", this.store.lattice.outline([atom]));
  }

  layHere() {
    this.lay();
  }

  /** @param {string} name */
  keyAtPlace(name) {
    if (!ARROWS[name]) return super.keyAtPlace(name);
    const here = this.plain.atom(this.at, this.slotOfHand());
    this.standAt(this.places.towards(here, ARROWS[name]));
    this.touch(this.plain.atom(this.at, this.slotOfHand()));
    this.show();
    return true;
  }
}

// The labels of a tile with the sides they are on, from the top clockwise: "top a, right b, bottom c, left d".
/** @param {Lattice} lattice @param {Atom} atom @param {Labels} labels */
function sidesText(lattice, atom, labels) {
  const [mx, my] = centre(lattice.polygon(atom));
  const sides = sidesOf(lattice, atom).map(([[ax, ay], [bx, by]], i) => {
    const eighth = Math.round((Math.atan2((ax + bx) / 2 - mx, my - (ay + by) / 2) * 4) / Math.PI);
    return { label: labels[i], eighth: (eighth + 8) % 8 };
  });
  sides.sort((a, b) => a.eighth - b.eighth);
  return sides.map(({ label, eighth }) => `${phrase(`spoken.side ${eighth}`)} ${label}`).join(", ");
}

// ---- where tiles may lie -------------------------------------------------------------------------------------------

// Where tiles may lie: on every place that has no given tile. A tile that lies there already makes room.

const LEAST = 0.05; // cells ahead that make a step

class TilePlaces extends Places {
  /** @param {View} view @param {Lattice} lattice */
  constructor(view, lattice) {
    super(view, lattice);
    this.every = view.atoms;
    this.given = new Set((view.pinned ?? []).flatMap(({ atoms }) => atoms.map(key)));
  }

  /** @param {Atom[]} atoms */
  fit(atoms) {
    return atoms.every((atom) => this.board.has(key(atom)) && !this.given.has(key(atom)));
  }

  // The cell of the first empty place for the shape, or else of the first place.
  /** @param {Atom[]} shape @param {Placement[]} placed */
  free(shape, placed) {
    const taken = this.taken(placed);
    const kind = this.lattice.kind(shape[0]);
    const fitting = this.every.filter((atom) => this.lattice.kind(atom) === kind && this.fit([atom]));
    const found = fitting.find((atom) => !taken.has(key(atom))) ?? fitting[0] ?? this.every[0];
    return this.lattice.cellOf(found);
  }

  // The place that comes next in a direction of the picture, or the same one where the board ends.
  /** @param {Atom} atom @param {number[]} direction */
  towards(atom, direction) {
    const middle = (/** @type {Atom} */ each) => centre(this.lattice.polygon(each));
    return least(this.every, (other) => ahead(middle(atom), middle(other), direction, LEAST)) ?? atom;
  }
}
