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
    /** @type {any} */
    this.cursor = null;
    this.stroke = null; // {texts, text} while a drag goes on
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

  // Where the notes are drawn: below the pieces.
  get layer() {
    return (this.group ??= svg("g.notes"));
  }

  // Listen before the player does.
  /** @param {any} stage */
  attach(stage) {
    this.stage = stage;
    this.mark = svg("path.cursor");
    stage.append(this.mark);
    /** @param {string} name @param {(event: any) => unknown} how */
    const on = (name, how) =>
      stage.addEventListener(name, (/** @type {any} */ event) => this.isOn && how(event), true);
    on("pointerdown", (event) => this.begin(event));
    on("pointermove", (event) => this.stroke && this.goOn(event));
    on("click", (event) => event.stopPropagation());
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
    this.cursor ??= lattice.cellOf(store.view.atoms[0]);
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

  /** @param {any} event */
  cellAt(event) {
    const atom = store.lattice.atomAt(unitsAt(this.stage, event));
    const cell = atom && store.lattice.cellOf(atom);
    return cell && this.atomsOf(cell).length ? cell : null;
  }

  /** @param {any} event */
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
  /** @param {any} event */
  goOn(event) {
    const cell = this.cellAt(event);
    if (!cell) return;
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
  /** @param {any} event @param {string[]} names */
  key(event, names) {
    const { lattice } = store;
    const step = STEPS[event.key]?.slice(3 - lattice.dimension);
    const name = names.find((each) => each.toLowerCase() === event.key.toLowerCase());
    if (step) {
      const there = this.cursor.map((/** @type {any} */ v, /** @type {number} */ i) => v + step[i]);
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
