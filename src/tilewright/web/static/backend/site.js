// The static site as backend: what was worked out when the site was built, the page's own rules, and Python in workers.

import { Unreachable } from "../core/failures.js";
import { checkFull } from "../core/rules.js";
import { phrase } from "../words/words.js";
import { Crew } from "./crew.js";
import { failure, loadingLine } from "./loading.js";
import { keepOffline } from "./offline.js";

const ROOT = new URL("../../", import.meta.url);
const PATIENCE = 60_000; // milliseconds that an answer may take; then its worker is ended
const PRINTING = 600_000; // the same of a PDF, whose typesetter may come over a slow line
const PDFS = ["pdf", "page", "booklet", "cards"];

const line = loadingLine();
const crew = new Crew(ROOT, line.told);
/** @type {Record<string, Promise<Record<string, unknown>>>} */
const built = {}; // promises of data files by name

export const ready = crew.ready.then(({ warm }) => warm);

/** @param {string} name */
function data(name) {
  built[name] ??= fetch(new URL(`data/${name}.json`, ROOT)).then((file) => file.json());
  built[name].catch(() => delete built[name]); // it may be asked for again
  return built[name];
}

/** @param {string} path @param {Asking} [options] */
export async function request(path, { method = "GET", body = "" } = {}) {
  const known = method === "GET" ? await prepared(path) : await ownAnswer(path, body);
  if (known) return Response.json(known);
  if (path === "/api/export") {
    const { form } = JSON.parse(body);
    if (form === "png") return picture(body);
    if (PDFS.includes(form)) return printed(method, path, body);
  }
  return response(await crew.ask(method, path, body, { patience: PATIENCE }));
}

// What was worked out when the site was built.
/** @param {string} path */
async function prepared(path) {
  try {
    const answers = await data("answers");
    if (Object.hasOwn(answers, path)) return answers[path];
    const file = path === "/api/boxes" ? "boxes" : path.startsWith("/api/gallery/") ? "views" : "";
    return file ? (await data(file))[decodeURIComponent(path)] : null;
  } catch {
    throw new Unreachable(phrase("site.incomplete"));
  }
}

// What the page knows by itself.
/** @param {string} path @param {string} body */
async function ownAnswer(path, body) {
  if (path !== "/api/check") return null;
  const { puzzle, solution } = JSON.parse(body);
  const { placementsOf, store } = await import("../state/store.js"); // which asks us for its tables
  if (store.view?.puzzle !== puzzle) return null;
  return checkFull(store.view, placementsOf(JSON.parse(solution)), store.lattice);
}

// A PDF; what is needed for it comes from the network the first time.
/** @param {string} method @param {string} path @param {string} body */
async function printed(method, path, body) {
  const missing = await printingBytes();
  if (missing && !navigator.onLine) return offline();
  if (missing) line.expect(missing);
  const answer = await crew.ask(method, path, body, { patience: PRINTING });
  line.expect(0);
  return answer.kind === "unprinted" ? offline() : response(answer);
}

const offline = () => Response.json({ error: phrase("site.print offline") }, { status: 422 });

// How many bytes are fetched before the first PDF can be written; none once this browser has kept them.
export async function printingBytes() {
  const { files } = await (await fetch(new URL("files.json", ROOT))).json();
  const names = Object.keys(files).filter((name) => /^python\/(typst|print)/.test(name));
  const kept = await Promise.all(names.map(isKept));
  return names.reduce((sum, name, i) => sum + (kept[i] ? 0 : files[name].bytes), 0);
}

/** @param {string} name */
const isKept = async (name) => Boolean(await globalThis.caches?.match(new URL(name, ROOT).href));

/** @param {string} body */
async function picture(body) {
  const asked = JSON.stringify({ ...JSON.parse(body), form: "svg" });
  const answer = await response(await crew.ask("POST", "/api/export", asked, { patience: PATIENCE }));
  return answer.ok ? new Response(await png(await answer.text())) : answer;
}

/** @type {Record<string, string>} */
const WORDS = {
  late: "site.too long",
  crash: "site.crashed",
  damaged: "site.damaged",
};

/** @param {WorkerAnswer} answer */
function response(answer) {
  if (answer.kind !== "answer") {
    const known = WORDS[answer.kind] ?? "site.crashed";
    const error =
      answer.kind === "failed" ? failure(answer.text) : phrase(known, { text: answer.text ?? "" });
    return Response.json({ error }, { status: 422 });
  }
  const headers = { "content-type": answer.type || "application/json" };
  return new Response(answer.content, { status: answer.status, headers });
}

// A search: its events come while the worker works; stopping ends the worker.
/** @param {Hearing} hearing @param {Job} job */
export async function search(hearing, job) {
  const running = crew.search(JSON.stringify(job), (event) => hearing.tell(event));
  running.answer.then(async (answer) => {
    if (hearing.isOver) return;
    const failed = await response(answer);
    const text = failed.ok ? phrase("site.crashed") : (await failed.json()).error;
    hearing.tell({ event: "end", ended: "error", text });
  });
  const stop = () => {
    hearing.stop();
    running.stop();
  };
  return { stop };
}

keepOffline(ROOT, crew.ready, line);

// ---- pictures as PNG, by the browser itself ------------------------------------------------------------------------

const SCALE = 2;

/** @param {string} svgText */
async function png(svgText) {
  const url = URL.createObjectURL(new Blob([svgText], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * SCALE;
    canvas.height = image.naturalHeight * SCALE;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}
