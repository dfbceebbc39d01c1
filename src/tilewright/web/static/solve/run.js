// The search that goes on. What an earlier one still says is not heard any more.

import { search } from "../core/api.js";

/** @type {any} */
let running = null;
let stopping = false; // it was asked for and has no name yet
let turn = 0;

export function stop() {
  if (running) running.stop();
  else stopping = true;
}

// End the search, and hear nothing more of it.
export function forget() {
  stop();
  running = null;
  stopping = false;
  turn += 1;
}

// `hearers` has solutions, progress and end, as the interface to the server tells them.
/** @param {Job} job @param {any} hearers */
export async function start(job, hearers) {
  forget();
  const mine = turn;
  let over = false;
  const on = Object.fromEntries(
    ["solutions", "progress", "end"].map((name) => [
      name,
      (/** @type {any} */ message) => {
        if (name === "end") over = true;
        if (mine !== turn) return;
        if (over) running = null;
        hearers[name]?.(message);
      },
    ]),
  );
  const begun = await search(job, on);
  if (mine !== turn || stopping) begun.stop();
  else if (!over) running = begun;
}
