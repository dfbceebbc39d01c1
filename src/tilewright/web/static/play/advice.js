// Help for those who play: checks of what lies there, and in how many ways one can go on from it.

import { postJson, search, searched } from "../core/api.js";
import { $, complain } from "../core/dom.js";
import { faultText, subject } from "../core/phrases.js";
import { solutionText, store } from "../state/store.js";
import { phrase } from "../words/words.js";
import { settings } from "../kept/settings.js";

const SECONDS = 1; // that somebody waits to hear whether the rest can be done

// The server's answer about what lies there, or another's that comes first; null if what lies there has changed meanwhile.
/** @param {string} path @param {...Promise<unknown>} others */
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
  /** @param {{ tell: (text: string) => void, mark: MarkBoard }} how */
  constructor({ tell, mark }) {
    this.tell = tell;
    this.mark = mark;
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
  /** @param {ReturnType<typeof outlookOf>} asked */
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

// ---- how it goes on from here --------------------------------------------------------------------------------------

// While playing, if the player likes it: in how many ways one can go on from here, and mistakes as soon as they are made.
// Whoever lays what lies on a table is told both, and first whether it can be finished at all.

/** @type {Record<string, string>} */
const OUTLOOKS = { impossible: "lost", solved: "open" }; // of what a search ends with
const LOOKING = 3; // seconds of a search; what takes longer is not told
const TABLE = { ways: true, mistakes: true };
const looking = { isBusy: false, again: false }; // one search at a time, and then the latest position

// `warn` is told when what lies there cannot be completed any more.
/** @param {() => void} warn @returns {Promise<void>} */
export async function lookAhead(warn) {
  const { ways, mistakes } = wanted();
  if (!ways || !mistakes || !store.placed.length) tellOutlook("");
  if (!(ways || mistakes)) return;
  if (looking.isBusy) return void (looking.again = true);
  looking.isBusy = true;
  const { placed, view } = store;
  await tellSoon(placed, view);
  const answer = await ask(ways, placed, view);
  looking.isBusy = false;
  if (looking.again) {
    looking.again = false;
    return lookAhead(warn);
  }
  if (!answer || placed !== store.placed || view !== store.view) return;
  if (ways) tellOutlook(answer.text);
  if (mistakes && answer.isLost) warn();
}

const wanted = () => (store.view.box ? TABLE : settings());

// On a table whether it can be finished is known long before in how many ways.
/** @param {Placement[]} placed @param {View} view */
async function tellSoon(placed, view) {
  const outlook = view.box && placed.length ? await outlookOf(placed, view, LOOKING).outlook : "";
  if (outlook === "open" && placed === store.placed && view === store.view)
    tellOutlook(phrase("tools.finish some"));
}

/** @param {string} text */
const tellOutlook = (text) => $("play-outlook") && ($("play-outlook").textContent = text);

// What a search from here says; null if it does not come to an end.
/** @param {boolean} ways @param {Placement[]} placed @param {View} view */
async function ask(ways, placed, view) {
  /** @type {Job} */
  const goal = ways ? { goal: "count" } : { number: 1 };
  const job = { ...goal, puzzle: view.puzzle, partial: solutionText(placed), seconds: LOOKING };
  const end = await searched(job).catch(() => null);
  if (ways) return end && counted(end);
  return end?.verdict === "impossible" ? { text: "", isLost: true } : null;
}

/** @param {SearchEnd} end */
function counted({ ended, count }) {
  if (ended === "error" || !count || typeof count === "number") return null;
  const number = BigInt(count.value_text);
  const isExact = count.bound === "exact";
  if (!isExact && !number) return { text: phrase("tools.ways unknown"), isLost: false };
  if (store.view.box && !number) return { text: phrase("tools.finish not"), isLost: true };
  const text = phrase(`tools.${store.view.box ? "finish" : "ways"}${isExact ? "" : " least"}`, { number });
  return { text, isLost: isExact && !number };
}

// Whether what lies there can be completed, found out within so many seconds: {outlook, stop}. The outlook comes as "open",
// "lost" or "unknown"; after `stop` nobody waits for it any more.
/** @param {Placement[]} placed @param {View} view @param {number} seconds */
export function outlookOf(placed, view, seconds) {
  const job = { number: 1, puzzle: view.puzzle, partial: solutionText(placed), seconds };
  const { promise, resolve } = Promise.withResolvers();
  setTimeout(resolve, 1000 * seconds, "unknown");
  const searching = search(job, {
    solutions: ({ solutions }) => solutions.length && resolve("open"),
    end: ({ verdict }) => resolve(OUTLOOKS[verdict ?? ""] ?? "unknown"),
  });
  searching.catch(() => resolve("unknown"));
  const stop = () => searching.then((each) => each.stop()).catch(() => {});
  return { outlook: promise, stop };
}
