// The studio's answers. Errors are Error objects whose message is meant for the player.
//
// The backend is the local server, or what the page's head names: workers of the page's own in the static site, or a
// notebook's Python.

import { hasPhrase, language, phrase } from "../words/words.js";
import { askedOnce } from "./asked_once.js";
import { part } from "./failures.js";

/** @type {Intl.DateTimeFormatOptions} */
const DAY = { day: "numeric", month: "long", year: "numeric" };
/** @type {Record<string, () => Promise<Backend>>} */
const BACKENDS = {
  server: () => import("../backend/server.js"),
  site: () => import("../backend/site.js"),
  notebook: () => import("../backend/notebook.js"),
};
/** @type {string} */
const named = document.querySelector('meta[name="tilewright-backend"]')?.getAttribute("content") ?? "server";
const backend = askedOnce(() => part(BACKENDS[named]));

// What the page was sent with: answers by their paths, each of which is asked for at the beginning.
const known = JSON.parse(document.getElementById("known")?.textContent ?? "{}");

// Fulfilled once answers come at their usual pace, whether or not they can come at all.
export const backendReady = backend()
  .then(({ ready }) => ready)
  .catch(() => {});

/** @param {Answer} response */
async function answer(response) {
  if (response.ok) return response;
  const fields = await response.json().catch(() => ({})); // not JSON: the number is all there is to say
  throw new Error(refusalText(fields, response.status));
}

// A refusal in the page's language, as far as it has a sentence for it; `error` is the program's own line.
/** @param {Refusal} it @param {number} [status] */
export function refusalText({ error = "", kind = "", values = {} }, status) {
  if (hasPhrase(`errors.${kind}`)) return phrase(`errors.${kind}`, { ...withDays(values), text: error });
  return error || phrase("page.answered", { status });
}

// Days such as 2026-11-21 as people here write them.
/** @param {Values} values */
function withDays(values) {
  /** @param {Values[string]} value */
  const written = (value) =>
    typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value)
      ? new Date(`${value}T12:00`).toLocaleDateString(language, DAY)
      : value;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, written(value)]));
}

/** @param {string} path */
export async function get(path) {
  if (Object.hasOwn(known, path)) return structuredClone(known[path]);
  return contentOf(await answer(await (await backend()).request(path)));
}

// What else answers there, a proxy perhaps, is no studio.
/** @param {Answer} response */
const contentOf = (response) =>
  response.json().catch(() => {
    throw new Error(phrase("page.answered", { status: response.status }));
  });

/** @param {string} path @param {unknown} body */
export async function post(path, body) {
  const options = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  return answer(await (await backend()).request(path, options));
}

/** @param {string} path @param {unknown} body */
export const postJson = async (path, body) => contentOf(await post(path, body));

// What hears the events of a search, up to its end.
/** @implements {Hearing} */
class SearchHearing {
  isOver = false;

  /** @param {Hearers} on */
  constructor(on) {
    this.on = on;
  }

  /** @param {SearchEvent} event */
  tell(event) {
    if (this.isOver) return;
    this.isOver = event.event === "end";
    if (event.event === "solutions") this.on.solutions?.(event);
    else if (event.event === "progress") this.on.progress?.(event);
    else this.on.end?.(event);
  }

  stop() {
    this.tell({ event: "end", ended: "stopped", text: "stopped" });
  }
}

// A search: calls on.solutions, on.progress and on.end; the result's stop() ends it at once.
/** @param {Job} job @param {Hearers} on */
export const search = async (job, on) =>
  (await backend()).search(new SearchHearing(on), job, () => postJson("/api/search", job));

// How a search ends, with the tilings that it found.
/** @param {Job} job @returns {Promise<SearchEnd & { tilings: Solution[] }>} */
export const searched = (job) =>
  new Promise((resolve, reject) => {
    /** @type {Solution[]} */
    const tilings = [];
    search(job, {
      solutions: ({ solutions }) => tilings.push(...solutions),
      end: (event) => resolve({ ...event, tilings }),
    }).catch(reject);
  });

// What has to be fetched, once, before a PDF can be written: nothing, where a server writes it.
export const printingBytes = async () => (await (await backend()).printingBytes?.()) ?? 0;
