// Help for those who play: checks of what lies there.

import { postJson } from "../core/api.js";
import { complain } from "../core/dom.js";
import { faultText, subject } from "../core/phrases.js";
import { solutionText, store } from "../state/store.js";
import { phrase } from "../words/words.js";
import { outlookOf } from "./outlook.js";

const SECONDS = 1; // that somebody waits to hear whether the rest can be done

// The server's answer about what lies there, or another's that comes first; null if what lies there has changed meanwhile.
/** @param {string} path @param {...Promise<any>} others */
export async function serverAnswer(path, ...others) {
  const { placed, view } = store;
  try {
    const asked = postJson(path, { puzzle: view.puzzle, solution: solutionText() });
    const answer = await Promise.race([asked, ...others]);
    return placed === store.placed && view === store.view ? answer : null;
  } catch (error) {
    complain(error);
    return null;
  }
}

/** @param {View} view */
const outlookFrom = (view) => outlookOf(store.placed, view, SECONDS);

export const isFull = () => store.lattice.isCovered(store.view.atoms, store.placed);

export class Adviser {
  // `tell` says something to the player; `mark` draws lists of atoms on the board.
  /** @param {any} it */
  constructor({ tell, mark }) {
    Object.assign(this, { tell, mark });
    this.searchable = new WeakSet(); // views whose rest can be asked for
  }

  // Both questions are asked at once where it is known that the second may be asked.
  async check() {
    const { view } = store;
    const early = this.searchable.has(view) ? outlookFrom(view) : null;
    const answer = await serverAnswer("/api/check");
    if (answer?.searchable) this.searchable.add(view);
    if (answer && !answer.done && !answer.faults.length && answer.searchable)
      return this.lookOn(early ?? outlookFrom(view));
    early?.stop();
    if (!answer) return;
    if (answer.done) this.tell(phrase("play.all right"));
    else if (answer.faults.length) this.showFaults(answer.faults);
    else this.tell(phrase("play.right so far"));
  }

  // No rule is broken: can it still be finished, and if not, what has to go?
  /** @param {any} asked */
  async lookOn(asked) {
    const { placed, view } = store;
    this.tell(phrase("play.right so far"));
    const outlook = await asked.outlook;
    if (placed !== store.placed || view !== store.view) return;
    this.tell(phrase(`play.${outlook}`));
    if (outlook !== "lost") return;
    const hint = await serverAnswer("/api/hint");
    const wrong = hint?.kind === "wrong" && hint.placements[0];
    if (!wrong) return;
    const name = subject(view, wrong.piece);
    this.tell(`${phrase("play.lost")} ${phrase("play.take back this", { name })}`);
    this.mark([wrong.atoms]);
  }

  /** @param {Fault[]} faults */
  showFaults(faults) {
    const texts = faults.map((fault) => faultText(fault, store.view, store.lattice));
    this.tell(texts.length ? [...new Set(texts)].join(" ") : phrase("play.right so far"));
    this.mark(faults.filter((fault) => fault.atoms?.length).map((fault) => fault.atoms));
  }
}
