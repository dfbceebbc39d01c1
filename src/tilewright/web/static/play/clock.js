// The time spent on the open puzzle. It runs from the first move until the puzzle is solved, while it is looked at.

import { remember, store } from "../state/store.js";

const EVERY = 250; // milliseconds
const LONGEST = 1000; // milliseconds that one step may add: a machine that slept does not count
const SAVE = 5; // seconds between two savings

const isRunning = () =>
  Boolean(
    store.progress?.begun && !store.progress.finished && store.route?.view === "play" && !document.hidden,
  );

/** @param {() => void} onTick */
export function startClock(onTick) {
  let [last, saved] = [performance.now(), 0];
  setInterval(() => {
    const now = performance.now();
    const passed = Math.min(now - last, LONGEST);
    last = now;
    if (!isRunning()) return;
    store.progress.seconds += passed / 1000;
    onTick();
    if (now - saved < 1000 * SAVE) return;
    saved = now;
    remember();
  }, EVERY);
  addEventListener("pagehide", () => store.progress?.begun && remember());
  document.addEventListener("visibilitychange", () => document.hidden && store.progress?.begun && remember());
}
