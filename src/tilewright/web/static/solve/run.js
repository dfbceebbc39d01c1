// The search that goes on. What an earlier one still says is not heard any more.

import { search } from "../core/api.js";

// `running` is null before the search has a name; what is to be stopped then is stopped as soon as it has one.
/** @type {{ running: { stop(): unknown } | null, isStopping: boolean, turn: number }} */
const state = { running: null, isStopping: false, turn: 0 };

export function stop() {
  if (state.running) state.running.stop();
  else state.isStopping = true;
}

// End the search, and hear nothing more of it.
export function forget() {
  stop();
  Object.assign(state, { running: null, isStopping: false, turn: state.turn + 1 });
}

// `hearers` has solutions, progress and end, as the interface to the server tells them.
/** @param {Job} job @param {Hearers} hearers */
export async function start(job, hearers) {
  forget();
  const mine = state.turn;
  let over = false;
  const isMine = () => mine === state.turn;
  const begun = await search(job, {
    solutions: (event) => isMine() && hearers.solutions?.(event),
    progress: (event) => isMine() && hearers.progress?.(event),
    end(event) {
      over = true;
      if (!isMine()) return;
      state.running = null;
      hearers.end?.(event);
    },
  });
  if (mine !== state.turn || state.isStopping) begun.stop();
  else if (!over) state.running = begun;
}
