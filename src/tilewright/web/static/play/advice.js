// Help for those who play: checks of what lies there.

import { postJson } from "../core/api.js";
import { say } from "../core/dom.js";
import { key } from "../core/lattice.js";
import { faultText } from "../core/phrases.js";
import { solutionText, store } from "../state/store.js";
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
  // `tell` says something to the player; `mark` draws lists of atoms on the board.
  constructor({ tell, mark }) {
    Object.assign(this, { tell, mark });
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
}
