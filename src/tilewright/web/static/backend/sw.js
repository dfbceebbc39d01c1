// The service worker: a copy of all files of one version. tools/site/page.py puts VERSION and FILES in front.
//
// A version is taken whole or not at all. The first visit keeps the page alone, so that nothing is fetched twice; once
// the solver runs, the page says "complete" and the rest is kept. A later version is fetched whole before it is offered,
// what has not changed from the version before; it takes over when its reader says so, or when no tab is left.
/* global VERSION, FILES */

const NAME = `tilewright ${VERSION}`;
const LATER = /^python\//; // not fetched by the first visit's install
const NEVER = /^python\/(typst|print)/; // 26 MB, kept when they have been used

const root = new URL(".", self.location.href);
/** @param {string} name */
const address = (name) => new URL(name, root).href;
/** @param {string} name */
const isOurs = (name) => name.startsWith("tilewright ") && name !== NAME;
const older = async () => (await caches.keys()).filter(isOurs);

self.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
self.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
self.addEventListener(
  "fetch",
  (/** @type {any} */ event) => event.request.method === "GET" && respond(event),
);
self.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "take over") self.skipWaiting();
  if (event.data === "complete")
    event.waitUntil(
      keep((/** @type {string} */ name) => LATER.test(name) && !NEVER.test(name)).catch(() => {}),
    );
});

async function install() {
  const isUpdate = (await older()).length > 0;
  await keep((/** @type {string} */ name) => !NEVER.test(name) && (isUpdate || !LATER.test(name)));
}

async function activate() {
  for (const name of await older()) await caches.delete(name);
  await self.clients.claim();
}

// Keep the files whose names are wanted and that are not there. Throws if one cannot be had whole.
/** @param {any} wanted */
async function keep(wanted) {
  const cache = await caches.open(NAME);
  const earlier = await Promise.all((await older()).map((name) => caches.open(name)));
  for (const name of Object.keys(FILES.files).filter(wanted)) {
    if (await cache.match(address(name))) continue;
    await cache.put(address(name), await wholeFile(name, earlier));
  }
}

/** @param {string} name @param {any} earlier */
async function wholeFile(name, earlier) {
  for (const cache of earlier) {
    const kept = await cache.match(address(name));
    if (kept && (await isWhole(kept.clone(), name))) return kept;
  }
  for (const mode of /** @type {RequestCache[]} */ (["default", "reload"])) {
    const response = await fetch(address(name), { cache: mode });
    if (response.ok && (await isWhole(response.clone(), name))) return response;
  }
  throw new Error(`${name} is not what this version was built with`);
}

/** @param {Response} response @param {string} name */
async function isWhole(response, name) {
  const content = await response.arrayBuffer();
  const { bytes, sha256 } = FILES.files[name];
  if (content.byteLength !== bytes) return false;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") === sha256;
}

/** @param {any} event */
function respond(event) {
  const url = new URL(event.request.url);
  if (url.origin !== root.origin || !url.pathname.startsWith(root.pathname)) return;
  const name = decodeURIComponent(url.pathname.slice(root.pathname.length)) || "index.html";
  if (name === "files.json") return event.respondWith(Response.json(FILES)); // of this version, whatever is on the server
  if (Object.hasOwn(FILES.files, name)) event.respondWith(served(event.request, name));
}

// From the cache where it is whole there; else from the network, and kept.
/** @param {any} request @param {string} name */
async function served(request, name) {
  const cache = await caches.open(NAME).catch(() => null);
  const kept = await cache?.match(address(name));
  if (kept && request.cache !== "reload") return kept;
  const response = await fetch(request);
  if (response.ok && cache && (await isWhole(response.clone(), name)))
    await cache.put(address(name), response.clone()).catch(() => {});
  return response;
}
