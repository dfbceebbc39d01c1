// Hints that teach, in three steps: first where to look, then why, and then it is done. Whoever moves starts anew.

import { backendReady, searched } from "../core/api.js";
import { $, complain } from "../core/dom.js";
import { key } from "../core/lattice.js";
import { hintText, placeText, subject } from "../core/phrases.js";
import { placementsOf, remember, solutionText, store } from "../state/store.js";
import { phrase } from "../words/words.js";
import { outlookOf, serverAnswer } from "./advice.js";
import { commit } from "./moves.js";
import { kindOf } from "../core/kinds.js";

const PATIENCE = 300; // milliseconds before the page says that it works
const LONGEST = 2000; // milliseconds that a hint may take; then there is none
const SECONDS = 1.8; // of a search for a piece that leads to a solution
/** @type {Hint} */
const NOTHING = { kind: "none", technique: "", atoms: [], pieces: [], placements: [], others: 0 };
/** @typedef {"where" | "why" | "act"} Step */
/** @typedef {{ how?: "lay" | "take back", piece?: Placement & { id?: string }, text?: string }} Lead */
/** @type {Record<Step, string>} */
const LABELS = { where: "play.hint", why: "play.why", act: "play.do it" };

export class Coach {
  // `tell` says something to the player; `mark` draws on the board: lists of atoms, whether they are good, and the
  // atoms of a placement that is refuted.
  /** @param {{ tell: (text: string) => void, mark: MarkBoard }} how */
  constructor({ tell, mark }) {
    this.tell = tell;
    this.mark = mark;
    /** @type {Placement[] | null} */
    this.placed = null; // what lay there when the hint was asked for
    /** @type {Hint} */
    this.answer = NOTHING;
    /** @type {Step[]} */
    this.steps = []; // that are still to come
    /** @type {Promise<Lead> | null} */
    this.leading = null; // what "Do it" will do, where no reason tells
  }

  // What a click on the button does next.
  /** @returns {Step} */
  get next() {
    return this.placed === store.placed && this.steps.length ? this.steps[0] : "where";
  }

  showLabel() {
    if ($("play-hint")) $("play-hint").lastChild.textContent = phrase(LABELS[this.next]);
  }

  async hint() {
    if (this.placed !== store.placed || !this.steps.length) {
      const answer = await this.working(() => this.ask());
      if (!answer) return;
      this.begin(answer);
    }
    const step = this.steps.shift();
    if (step) await this[step]();
    this.showLabel();
  }

  /** @param {Hint} answer */
  begin(answer) {
    this.placed = store.placed;
    this.answer = answer;
    this.steps = stepsOf(answer);
    this.leading = null;
    store.progress.hints += 1;
    store.progress.moves += 1;
    remember();
  }

  // The hint; null when the board changed meanwhile or there was an error.
  /** @returns {Promise<Hint | null>} */
  async ask() {
    const { placed, view } = store;
    await backendReady; // no hint's time runs out while the solver is still loading
    if (placed !== store.placed || view !== store.view) return null;
    return serverAnswer("/api/hint", new Promise((resolve) => setTimeout(resolve, LONGEST, NOTHING)));
  }

  // Do something that may take a while; the page says so when it does.
  /** @template T @param {() => Promise<T>} what */
  async working(what) {
    const { placed } = store;
    const slow = setTimeout(() => placed === store.placed && this.tell(phrase("play.working")), PATIENCE);
    try {
      return await what();
    } finally {
      clearTimeout(slow);
      if ($("play-text").textContent === phrase("play.working")) this.tell("");
    }
  }

  where() {
    const { atoms, pieces, placements, kind } = this.answer;
    if (kind === "wrong") return this.tell(phrase("hints.look wrong"));
    if (atoms.length && !pieces.length) {
      const place = placeText(store.lattice, atoms[0]);
      this.tell(phrase(atoms.length > 1 ? "hints.look cells" : "hints.look cell", { place }));
      return this.mark([atoms]);
    }
    const name = pieces[0] ?? placements[0]?.piece;
    this.tell(phrase("hints.look piece", { name: subject(store.view, name) }));
    this.mark(kindOf(store.view).homesOf(name));
    document.querySelector(`#play-tray [data-piece="${CSS.escape(name)}"]`)?.classList.add("pointed");
  }

  why() {
    const { answer } = this;
    this.tell(hintText(answer, store.view, store.lattice));
    const lays = answer.kind === "place";
    const there = answer.placements[0]?.atoms ?? [];
    const marks = lays || !answer.atoms.length ? there : answer.atoms;
    this.mark(marks.length ? [marks] : [], lays, lays ? [] : there);
    if (this.next === "act" && !lays && answer.kind !== "wrong") this.foretell();
  }

  // A reason that lays nothing itself is followed by what "Do it" will do, as soon as that is known.
  async foretell() {
    const { answer } = this;
    const move = await (this.leading ??= this.lookFor());
    if (answer !== this.answer || this.next !== "act" || !move.piece) return;
    const next = phrase(`hints.will ${move.how}`, {
      label: phrase("play.do it"),
      name: subject(store.view, move.piece.piece),
    });
    this.tell(`${hintText(answer, store.view, store.lattice)} ${next}`);
  }

  async act() {
    const { kind, placements } = this.answer;
    if (kind === "place") return this.lay(placements[0]);
    if (kind === "wrong") return this.takeBack(placements[0] ?? lastMove());
    await this.working(() => this.lead());
  }

  /** @param {Placement & { id?: string }} placement */
  lay(placement, told = "hints.laid") {
    const { piece, rect, atoms, motion = kindOf(store.view).motionOf(placement) } = placement;
    store.progress.led += 1;
    commit([...store.placed, { piece, rect, atoms, motion }]);
    this.tell(phrase(told, { name: subject(store.view, piece) }));
    this.mark([atoms], true);
  }

  /** @param {Placement} placement */
  takeBack({ piece, atoms }) {
    /** @param {Placement} other */
    const isIt = (other) => other.piece === piece && key(other.atoms[0]) === key(atoms[0]);
    commit(store.placed.filter((other) => other.fixed || !isIt(other)));
    this.tell(phrase("hints.taken back", { name: subject(store.view, piece) }));
  }

  // One more piece, whatever the reason.
  async more() {
    this.answer = NOTHING;
    this.leading = null;
    await this.working(() => this.lead());
  }

  // A piece of some solution is laid, which need not be forced; where there is none, the piece that is in its way comes back.
  async lead() {
    const { placed, view } = store;
    const { how, piece, text } = await (this.leading ?? this.lookFor());
    if (placed !== store.placed || view !== store.view) return;
    if (piece && how === "lay") this.lay(piece, "hints.laid as in a solution");
    else if (piece && how === "take back") this.takeBack(piece);
    else if (text) this.tell(phrase(text));
  }

  // What `lead` does: {how, piece}, or {text} where nothing was found.
  /** @returns {Promise<Lead>} */
  async lookFor() {
    const { placed, view } = store;
    const job = { puzzle: view.puzzle, partial: solutionText(placed), number: 1, seconds: SECONDS };
    const end = await searched(job).catch(complain);
    if (placed !== store.placed || view !== store.view) return {};
    /** @param {{ atoms: Atom[] }} it */
    const isOpen = ({ atoms }) => !placed.some((other) => key(other.atoms[0]) === key(atoms[0]));
    const open = (end?.tilings ?? []).flatMap(placementsOf).filter(isOpen);
    const next = open.find(this.isAbout, this) ?? open[0];
    if (next) return { how: "lay", piece: next };
    if (end?.ended !== "exhausted") return { text: "hints.none" };
    const piece = await firstWrong(placed, view);
    return piece ? { how: "take back", piece } : { text: "play.take back" };
  }

  // Whether a placement covers, or is of, what the reason that was told is about.
  /** @param {Placement} placement */
  isAbout({ piece, atoms }) {
    const there = new Set(this.answer.atoms.map(key));
    return this.answer.pieces.includes(piece) || atoms.some((atom) => there.has(key(atom)));
  }
}

const lastMove = () => store.placed.findLast(({ fixed }) => !fixed);

// The piece with which the game was lost, found by halving the row of moves; undefined where that takes too long.
/** @param {Placement[]} placed @param {View} view @returns {Promise<Placement | undefined>} */
async function firstWrong(placed, view) {
  const [given, laid] = [placed.filter(({ fixed }) => fixed), placed.filter(({ fixed }) => !fixed)];
  let [open, lost] = [-1, laid.length]; // with so many pieces
  while (lost - open > 1) {
    const middle = Math.floor((open + lost) / 2);
    const { outlook } = outlookOf([...given, ...laid.slice(0, middle)], view, SECONDS);
    const found = await outlook;
    if (found === "unknown") return undefined;
    if (found === "open") open = middle;
    else lost = middle;
  }
  return laid[lost - 1];
}

/** @param {Hint} hint @returns {Step[]} */
function stepsOf({ kind, placements }) {
  if (["impossible", "done"].includes(kind)) return ["why"];
  if (["free", "none"].includes(kind)) return ["why", "act"];
  if (kind === "wrong" && !placements.length && !lastMove()) return ["why"];
  return ["where", "why", "act"];
}
