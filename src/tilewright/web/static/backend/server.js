// The studio's server as backend: requests by HTTP, searches as streams of events.

import { Unreachable } from "../core/failures.js";
import { phrase } from "../words/words.js";

const PATIENCE = 4000; // milliseconds without the server, then a search is given up

// A request that never reaches the studio fails in words.
/** @param {string} path @param {any} options */
export async function request(path, options) {
  try {
    return await fetch(path, options);
  } catch {
    throw new Unreachable(phrase("page.unreachable"));
  }
}

// Listens to a search that `begin` starts; it answers with the search's number.
/** @param {any} begin @param {Hearers} on */
export async function search(begin, on) {
  const { id } = await begin();
  const source = new EventSource(`/api/search/${id}/events`);
  let over = false;
  let waiting = 0;
  /** @param {any} message */
  const finish = (message) => {
    if (over) return;
    over = true;
    clearTimeout(waiting);
    source.close();
    on.end(message);
  };
  source.addEventListener("solutions", (event) =>
    on.solutions(JSON.parse(event.data).solutions, JSON.parse(event.data)),
  );
  source.addEventListener("progress", (event) => on.progress?.(JSON.parse(event.data)));
  source.addEventListener("end", (event) => finish(JSON.parse(event.data)));
  const lost = () => finish({ ended: "error", text: phrase("page.connection lost") });
  source.onopen = () => {
    clearTimeout(waiting);
    waiting = 0;
  };
  source.onerror = () => {
    // the browser tries again by itself, which helps after a short break only
    if (source.readyState === EventSource.CLOSED) lost();
    else waiting ||= setTimeout(lost, PATIENCE);
  };
  return { stop: () => fetch(`/api/search/${id}`, { method: "DELETE" }).catch(lost) };
}
