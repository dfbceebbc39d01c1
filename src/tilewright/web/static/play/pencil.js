// Pencil marks: a dot, a cross, or the letters of pieces that might lie there, written into cells.

import { lettering, svg, unitsAt } from "../core/dom.js";
import { STEPS, centre, key } from "../core/lattice.js";
import { store } from "../state/store.js";
import { note } from "./moves.js";
import { announce, cellText } from "./spoken.js";

const MARKS = ["", "•", "×"]; // what a click on a cell goes through
const MOST = 6; // letters in a cell

export class Pencil {
  constructor() {
    this.isOn = false;
    this.piece = ""; // the name that is written; without one, dots and crosses
    /** @type {Atom} */
    this.cursor = store.lattice.cellOf(store.view.atoms[0]);
    /** @type {{ texts: Notes, text: string } | null} */
    this.stroke = null; // while a drag goes on
    this.layer = svg("g.notes"); // where the notes are drawn: below the pieces
    this.mark = svg("path.cursor");
    this.stage = svg("svg"); // the board's picture, once it is attached
    this.life = new AbortController();
    addEventListener("pointerup", () => this.endStroke(), { signal: this.life.signal });
    addEventListener("pointercancel", () => (this.stroke = null), { signal: this.life.signal });
  }

  close() {
    this.life.abort();
  }

  /** @param {boolean} yes */
  turnOn(yes) {
    this.isOn = yes;
    this.piece = "";
    this.stroke = null;
  }

  // Listen before the player does.
  /** @param {SVGSVGElement} stage */
  attach(stage) {
    this.stage = stage;
    stage.append(this.mark);
    stage.addEventListener("pointerdown", (event) => this.isOn && this.begin(event), true);
    stage.addEventListener("pointermove", (event) => this.isOn && this.goOn(event), true);
    stage.addEventListener("click", (event) => this.isOn && event.stopPropagation(), true);
  }

  show() {
    this.mark.toggleAttribute("hidden", !this.isOn);
    this.stage.classList.toggle("penciling", this.isOn);
    this.draw(store.progress.notes);
  }

  /** @param {Notes} notes */
  draw(notes) {
    const { lattice } = store;
    const known = new Map(
      lattice.byCell(this.boardAtoms()).map((atoms) => [key(lattice.cellOf(atoms[0])), atoms]),
    );
    const texts = Object.entries(notes).filter(([name, text]) => known.has(name) && typeof text === "string");
    this.layer.replaceChildren(
      ...texts.map(([name, text]) => {
        const [x, y] = centre(known.get(name).map((atom) => centre(lattice.polygon(atom))));
        const size = text.length > 1 ? 0.8 / (text.length + 1) : 0.42;
        return lettering(text, [x, y], size, "note");
      }),
    );
    this.mark.setAttribute("d", lattice.outline(this.atomsOf(this.cursor)));
  }

  boardAtoms() {
    return [...store.view.atoms, ...store.view.optional];
  }

  // The atoms of a cell that are on the board.
  /** @param {Atom} cell */
  atomsOf(cell) {
    const names = new Set(store.lattice.atomsOfCell(cell).map(key));
    return this.boardAtoms().filter((atom) => names.has(key(atom)));
  }

  /** @param {PointerEvent} event */
  cellAt(event) {
    const atom = store.lattice.atomAt(unitsAt(this.stage, event));
    const cell = atom && store.lattice.cellOf(atom);
    return cell && this.atomsOf(cell).length ? cell : null;
  }

  /** @param {PointerEvent} event */
  begin(event) {
    if (event.button > 0) return;
    event.stopPropagation();
    event.preventDefault();
    this.stage.focus({ preventScroll: true });
    const cell = this.cellAt(event);
    if (!cell) return;
    this.cursor = cell;
    this.stroke = { texts: {}, text: this.next(cell) };
    this.goOn(event);
  }

  // A drag writes into every cell what it wrote into the first.
  /** @param {PointerEvent} event */
  goOn(event) {
    const cell = this.stroke && this.cellAt(event);
    if (!this.stroke || !cell) return;
    this.stroke.texts[key(cell)] = this.stroke.text;
    this.draw({ ...store.progress.notes, ...this.stroke.texts });
  }

  endStroke() {
    const { stroke } = this;
    this.stroke = null;
    if (stroke && Object.keys(stroke.texts).length) note(stroke.texts);
  }

  // What a click makes of a cell's note.
  /** @param {Atom} cell */
  next(cell) {
    const now = store.progress.notes[key(cell)] ?? "";
    if (this.piece) return withLetter(now, this.piece);
    return MARKS[(MARKS.indexOf(now) + 1) % MARKS.length];
  }

  // The arrows move, Space or Enter go through the marks, a piece's letter writes it, Delete clears.
  /** @param {KeyboardEvent} event @param {string[]} names */
  key(event, names) {
    const { lattice } = store;
    const step = STEPS[event.key]?.slice(3 - lattice.dimension);
    const name = names.find((each) => each.toLowerCase() === event.key.toLowerCase());
    if (step) {
      const there = this.cursor.map((v, i) => v + step[i]);
      if (this.atomsOf(there).length) this.cursor = there;
      this.draw(store.progress.notes);
    } else if (event.key === " " || event.key === "Enter") this.write(this.next(this.cursor));
    else if (event.key === "Delete" || event.key === "Backspace") this.write("");
    else if (name) this.write(withLetter(store.progress.notes[key(this.cursor)] ?? "", name));
    else return false;
    announce(cellText(this.cursor));
    return true;
  }

  /** @param {string} text */
  write(text) {
    note({ [key(this.cursor)]: text });
  }
}

// A letter more, or one less if it was there.
/** @param {string} text @param {string} name */
function withLetter(text, name) {
  const [letter] = name;
  const letters = [...text].filter((each) => !MARKS.includes(each));
  const without = letters.filter((each) => each !== letter);
  return (without.length < letters.length ? without : [...letters, letter]).slice(-MOST).join("");
}
