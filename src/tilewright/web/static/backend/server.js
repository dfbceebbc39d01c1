// The studio's server as backend: requests by HTTP, searches as streams of events.

import { Unreachable } from "../core/failures.js";
import { phrase } from "../words/words.js";

const PATIENCE = 4000; // milliseconds without the server, then a search is given up

// A request that never reaches the studio fails in words.
/** @param {string} path @param {Asking} [options] */
export async function request(path, options) {
  try {
    return await fetch(path, options);
  } catch {
    throw new Unreachable(phrase("page.unreachable"));
  }
}

// Listens to a search that `begin` starts; it answers with the search's number.
/** @param {Hearing} hearing @param {Job} _ @param {() => Promise<{ id: string }>} begin */
export async function search(hearing, _, begin) {
  const { id } = await begin();
  const source = new EventSource(`/api/search/${id}/events`);
  let waiting = 0;
  /** @param {SearchEnd} message */
  const finish = (message) => {
    clearTimeout(waiting);
    source.close();
    hearing.tell({ ...message, event: "end" });
  };
  for (const event of ["solutions", "progress"])
    source.addEventListener(event, ({ data }) => hearing.tell({ ...JSON.parse(data), event }));
  source.addEventListener("end", ({ data }) => finish(JSON.parse(data)));
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
