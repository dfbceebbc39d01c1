// The server's answers. Errors are Error objects whose message is meant for the player.

async function answer(response) {
  if (response.ok) return response;
  let text = `the studio answered ${response.status}`;
  try {
    text = (await response.json()).error || text;
  } catch {
    // not JSON: keep the number
  }
  throw new Error(text);
}

export async function get(path) {
  return (await answer(await fetch(path))).json();
}

export async function post(path, body) {
  const options = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return answer(await fetch(path, options));
}

export const postJson = async (path, body) => (await post(path, body)).json();

// A search: calls on.solutions, on.progress and on.end; the result's stop() ends it at once.
export async function search(job, on) {
  const { id } = await postJson("/api/search", job);
  const source = new EventSource(`/api/search/${id}/events`);
  let over = false;
  const finish = (message) => {
    if (over) return;
    over = true;
    source.close();
    on.end(message);
  };
  source.addEventListener("solutions", (event) => on.solutions(JSON.parse(event.data).solutions, JSON.parse(event.data)));
  source.addEventListener("progress", (event) => on.progress?.(JSON.parse(event.data)));
  source.addEventListener("end", (event) => finish(JSON.parse(event.data)));
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) finish({ ended: "error", text: "the connection to the studio was lost" });
  };
  return { stop: () => fetch(`/api/search/${id}`, { method: "DELETE" }).catch(() => {}) };
}
