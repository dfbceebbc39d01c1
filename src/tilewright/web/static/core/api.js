// The server's answers. Errors are Error objects whose message is meant for the player.

import { phrase } from "../words/words.js";

async function answer(response) {
  if (response.ok) return response;
  let text = phrase("page.answered", { status: response.status });
  try {
    text = (await response.json()).error || text;
  } catch {
    // not JSON: keep the number
  }
  throw new Error(text);
}

// A request that never reached the studio, in words.
async function reached(path, options) {
  try {
    return await fetch(path, options);
  } catch {
    throw new Error(phrase("page.unreachable"));
  }
}

export async function get(path) {
  return (await answer(await reached(path))).json();
}

export async function post(path, body) {
  const options = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  return answer(await reached(path, options));
}

export const postJson = async (path, body) => (await post(path, body)).json();

const PATIENCE = 4000; // milliseconds without the server, then a search is given up

// A search: calls on.solutions, on.progress and on.end; the result's stop() ends it at once.
export async function search(job, on) {
  const { id } = await postJson("/api/search", job);
  const source = new EventSource(`/api/search/${id}/events`);
  let over = false;
  let waiting = 0;
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
