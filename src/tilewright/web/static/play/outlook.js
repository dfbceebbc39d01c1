// While playing, if the player likes it: in how many ways one can go on from here, and mistakes as soon as they are made.
// Whoever lays what lies on a table is told both, and first whether it can be finished at all.

import { search, searched } from "../core/api.js";
import { $ } from "../core/dom.js";
import { settings } from "../state/settings.js";
import { solutionText, store } from "../state/store.js";
import { phrase } from "../words/words.js";

/** @type {Record<string, string>} */
const OUTLOOKS = { impossible: "lost", solved: "open" }; // of what a search ends with
const SECONDS = 3; // of a search; what takes longer is not told
const TABLE = { ways: true, mistakes: true };
const looking = { isBusy: false, again: false }; // one search at a time, and then the latest position

// `warn` is told when what lies there cannot be completed any more.
/** @param {() => void} warn @returns {Promise<void>} */
export async function lookAhead(warn) {
  const { ways, mistakes } = wanted();
  if (!ways || !mistakes || !store.placed.length) tell("");
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
  if (ways) tell(answer.text);
  if (mistakes && answer.isLost) warn();
}

const wanted = () => (store.view.box ? TABLE : settings());

// On a table whether it can be finished is known long before in how many ways.
/** @param {Placement[]} placed @param {View} view */
async function tellSoon(placed, view) {
  const outlook = view.box && placed.length ? await outlookOf(placed, view, SECONDS).outlook : "";
  if (outlook === "open" && placed === store.placed && view === store.view) tell(phrase("tools.finish some"));
}

/** @param {string} text */
const tell = (text) => $("play-outlook") && ($("play-outlook").textContent = text);

// What a search from here says; null if it does not come to an end.
/** @param {boolean} ways @param {Placement[]} placed @param {View} view */
async function ask(ways, placed, view) {
  const goal = ways ? { goal: "count" } : { number: 1 };
  const job = { ...goal, puzzle: view.puzzle, partial: solutionText(placed), seconds: SECONDS };
  const end = await searched(job).catch(() => null);
  if (ways) return end && counted(end);
  return end?.verdict === "impossible" ? { text: "", isLost: true } : null;
}

/** @param {any} it */
function counted({ ended, count }) {
  if (ended === "error" || !count) return null;
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
    end: ({ verdict }) => resolve(OUTLOOKS[verdict] ?? "unknown"),
  });
  searching.catch(() => resolve("unknown"));
  const stop = () => searching.then((each) => each.stop()).catch(() => {});
  return { outlook: promise, stop };
}
