// Help for those who play: checks, hints, a piece that leads to a solution.

import { postJson, search } from "../core/api.js";
import { say } from "../core/dom.js";
import { key } from "../core/lattice.js";
import { faultText, hintText, subject } from "../core/phrases.js";
import { placementsOf, remember, solutionText, store } from "../state/store.js";
import { phrase } from "../words/words.js";

// The server's answer about what lies there; null if that has changed meanwhile.
export async function serverAnswer(path) {
  const { placed, view } = store;
  try {
    const answer = await postJson(path, { puzzle: view.puzzle, solution: solutionText() });
    return placed === store.placed && view === store.view ? answer : null;
  } catch (error) {
    say(error.message, "bad");
    return null;
  }
}

export function isFull() {
  const covered = new Set(store.placed.flatMap((placement) => placement.atoms.map(key)));
  return store.view.atoms.every((atom) => covered.has(key(atom)));
}

export class Adviser {
  // `tell` says something to the player; `mark` draws on the board: lists of atoms, whether they are good, and the
  // atoms of a placement that is refuted.
  constructor({ tell, mark }) {
    Object.assign(this, { tell, mark, hinted: null });
  }

  async check() {
    const answer = await serverAnswer("/api/check");
    if (!answer) return;
    if (answer.done) this.tell(phrase("play.all right"));
    else this.showFaults(answer.faults);
  }

  showFaults(faults) {
    const texts = faults.map((fault) => faultText(fault, store.view, store.lattice));
    this.tell(texts.length ? [...new Set(texts)].join(" ") : phrase("play.right so far"));
    this.mark(faults.filter((fault) => fault.atoms?.length).map((fault) => fault.atoms));
  }

  // The easiest step and its reason; asked again without a move in between, a piece that leads to a solution.
  async hint() {
    if (this.hinted === store.placed && !isFull()) return this.lead();
    const answer = await serverAnswer("/api/hint");
    if (!answer) return;
    this.hinted = store.placed;
    store.progress.hints += 1;
    remember();
    const more = ["rule out", "free", "none"].includes(answer.kind) ? ` ${phrase("play.ask again")}` : "";
    this.tell(hintText(answer, store.view, store.lattice) + more);
    const lays = answer.kind === "place";
    const there = answer.placements[0]?.atoms ?? [];
    const marks = lays || !answer.atoms.length ? there : answer.atoms;
    this.mark(marks.length ? [marks] : [], lays, lays ? [] : there);
  }

  async lead() {
    const { placed, view } = store;
    const tilings = [];
    const end = () => {
      if (placed !== store.placed || view !== store.view) return;
      const isOpen = ({ atoms }) => !placed.some((other) => key(other.atoms[0]) === key(atoms[0]));
      const next = tilings.flatMap(placementsOf).find(isOpen);
      this.tell(
        next ? phrase("play.can go here", { name: subject(view, next.piece) }) : phrase("play.take back"),
      );
      this.mark(next ? [next.atoms] : [], true);
    };
    const job = { puzzle: view.puzzle, partial: solutionText(placed), number: 1 };
    try {
      await search(job, { solutions: (found) => tilings.push(...found), end });
    } catch (error) {
      say(error.message, "bad");
    }
  }
}
