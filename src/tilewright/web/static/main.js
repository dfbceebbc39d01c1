// The page's frame: the address says which view is shown and which puzzle is open.

import { get } from "./core/api.js";
import { $, complain, el, messageOf, say } from "./core/dom.js";
import { patterns } from "./core/draw.js";
import { Unreachable, part } from "./core/failures.js";
import { titleOf } from "./core/phrases.js";
import { addressOf, parseAddress } from "./state/address.js";
import { isFirstVisit, noteSource } from "./state/progress.js";
import { MODULES, kindOf } from "./core/kinds.js";
import { puzzleOf } from "./state/sources.js";
import { applySettings } from "./kept/settings.js";
import { loadLattices, openView, store } from "./state/store.js";
import * as play from "./play/play.js";
import { showTrouble } from "./trouble.js";
import { hasPhrase, phrase, translate, wordsReady } from "./words/words.js";

/**
 * A view shows a puzzle, or stands alone; `load` asks for what it shows.
 * @typedef {{ load?(view: View | null, route: Route): unknown, show(data: unknown, route: Route): void }} PageView
 */
// What most people come for is there at once; the other views are fetched a moment later, or when they are opened.
/** @type {Record<string, () => unknown>} */
const VIEWS = {
  play: () => play,
  puzzles: () => import("./puzzles/puzzles.js"),
  today: () => import("./puzzles/today.js"),
  boxes: () => import("./puzzles/boxes.js"),
  make: () => import("./make/make.js"),
  solve: () => import("./solve/solve.js"),
  edit: () => import("./make/make.js").then(({ editing }) => editing),
  share: () => import("./share/share.js"),
};
const OTHERS = {
  settings: () => import("./preferences.js"),
  open: () => import("./puzzles/open.js"),
  sheet: () => import("./share/sheet.js"), // who has no network any more can still print
};
const FIRST = "gallery/katamino/5x3"; // what somebody who comes for the first time finds on the page
const PATIENCE = 300; // milliseconds before the page says that it waits
const PAUSE = 3000; // milliseconds until what nobody answered is asked again
const isEmbedded =
  document.documentElement.classList.contains("embed") || new URLSearchParams(location.search).has("embed");
let visit = 0; // the number of the latest address: what earlier ones asked for is dropped when it comes

async function arrive() {
  if (!location.hash && isFirstVisit()) history.replaceState(null, "", addressOf("play", FIRST));
  const mine = ++visit;
  const isLate = () => mine !== visit;
  const route = parseAddress(location.hash);
  const slow = setTimeout(() => !isLate() && say(phrase("page.wait"), "stays"), PATIENCE);
  try {
    if (!route) throw new Error(phrase("page.no address"));
    const [view, its] = await Promise.all([
      route.source ? puzzleOf(route.source) : null,
      viewNamed(route.view),
      loadLattices(),
    ]);
    if (isLate()) return;
    const data = await its.load?.(view, route);
    if (!isLate()) show(its, route, view, data);
  } catch (error) {
    if (!isLate()) refused(route, error, isLate);
  } finally {
    clearTimeout(slow);
  }
}

// The module of a view.
/** @param {string} name */
const viewNamed = async (name) => /** @type {PageView} */ (await part(async () => VIEWS[name]()));

// `its` is the module of the view that the route names.
/** @param {PageView} its @param {Route} route @param {View | null} view @param {unknown} data */
function show(its, route, view, data) {
  if (view) openView(view, route.source);
  if (view && !/^\d/.test(route.source)) noteSource(route.source, view);
  become(route);
  its.show(data, route);
  scrollToPlace();
  // at first the keys begin at the top of the page, where the way past the navigation is
  if (document.activeElement === document.body && !isEmbedded) focus(visit === 1 ? document.body : $("main"));
}

// The page shows the section of a view, and nothing of the one before.
/** @param {Route} route */
function become(route) {
  play.putDown();
  store.route = route;
  document.body.dataset.view = route.view;
  for (const name of [...Object.keys(VIEWS), "trouble"]) if ($(name)) $(name).hidden = name !== route.view;
  frame(route);
  $("blank").hidden = true;
  say("");
}

// Keys go on from there. The page's body takes the focus too, or else the browser begins at the part that the address names.
/** @param {HTMLElement} element */
function focus(element) {
  const isBody = element === document.body;
  if (isBody) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  if (isBody) element.removeAttribute("tabindex");
}

// What stands around the view: navigation, the puzzle's name and what can be done with it.
/** @param {Route} it */
function frame({ view, source }) {
  for (const item of document.querySelectorAll("header nav a")) {
    current(
      item,
      item.hash === (view === "trouble" ? location.hash : addressOf(view)) ||
        (item.hash === "#puzzles" && (view === "boxes" || (source && !source.startsWith("day/")))),
    );
  }
  $("welcome").hidden = source !== FIRST || store.progress.solved;
  $("puzzle-bar").hidden = !source;
  const title = source ? titleOf(store.view) : phrase(`page.${view}`);
  document.title = `${title} · Tilewright`;
  if (!source) return;
  $("puzzle-name").textContent = title;
  const tabs = kindOf(store.view).tabs.map((name) =>
    el("a", { href: addressOf(name, source) }, tabText(name)),
  );
  $("puzzle-tabs").replaceChildren(...tabs);
  for (const tab of tabs) current(tab, tab.hash === addressOf(view, source));
}

// On a phone a long name has a shorter one.
/** @param {string} name */
function tabText(name) {
  const [long, short] = [`page.${name}`, `page.${name} short`];
  if (!hasPhrase(short)) return phrase(long);
  return [el("span.wide-only", phrase(long)), el("span.narrow-only", phrase(short))];
}

/** @param {Element} link @param {unknown} yes */
function current(link, yes) {
  if (yes) link.setAttribute("aria-current", "page");
  else link.removeAttribute("aria-current");
}

// What cannot be opened says why, under its address; who was not reached is asked again.
/** @param {Route | null} route @param {unknown} error @param {() => boolean} isLate */
function refused(route, error, isLate) {
  const isOpen = Boolean(route?.source) && route?.source === store.route?.source;
  become({ view: "trouble", source: route && isOpen ? route.source : "", at: "" });
  showTrouble(messageOf(error), arrive);
  if (error instanceof Unreachable) setTimeout(() => isLate() || document.hidden || arrive(), PAUSE);
}

// ---- where the page was left --------------------------------------------------------------------------------------

// Back and Forward show a page where it was left, a link shows it from its top. The browser's own way comes too early,
// when the page at the address is not built yet.
const left = new Map(); // address -> pixels
let isReturn = false; // whether the latest way here was Back or Forward

function watchScrolling() {
  history.scrollRestoration = "manual";
  window.navigation?.addEventListener("navigate", ({ navigationType }) => {
    left.set(location.hash, scrollY);
    isReturn = navigationType === "traverse";
  });
}

// Called when the page at the present address stands.
function scrollToPlace() {
  scrollTo(0, (isReturn && left.get(location.hash)) || 0);
}

// ---- the beginning ------------------------------------------------------------------------------------------------

// Other views are fetched once this one stands, so that they are there when nobody can be reached any more.
function fetchOthers() {
  for (const load of [VIEWS, OTHERS, MODULES].flatMap(Object.values)) part(load).catch(() => {});
}

// Rings show what the keys act on; whoever uses mouse or touch sees none.
function watchKeys() {
  addEventListener("pointerdown", () => document.body.classList.add("by-pointer"), true);
  addEventListener("keydown", () => document.body.classList.remove("by-pointer"), true);
}

function listenToFrame() {
  $("settings-open").addEventListener("click", () =>
    part(OTHERS.settings).then(({ openSettings }) => openSettings(), complain),
  );
  $("note").addEventListener("click", () => say(""));
  document.querySelector(".skip").addEventListener("click", (/** @type {Event} */ event) => {
    event.preventDefault(); // its address would be that of a view
    focus($("main"));
  });
  addEventListener("hashchange", arrive);
  for (const name of ["online", "focus"])
    addEventListener(name, () => store.route?.view === "trouble" && arrive());
}

async function start() {
  watchKeys();
  document.documentElement.classList.toggle("embed", isEmbedded); // the puzzle alone, in somebody else's page
  document.body.append(patterns());
  applySettings();
  await wordsReady;
  translate(document);
  listenToFrame();
  watchScrolling();
  await arrive();
  OTHERS.open().then(
    ({ listenForDrops }) => listenForDrops(),
    () => {},
  );
  (window.requestIdleCallback ?? setTimeout)(fetchOthers);
  get("/api/sets").catch(() => {}); // the server works them out once, so that Make opens at once
}

start();
