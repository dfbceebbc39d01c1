// The page's frame: which view is shown, and the puzzle of a shared link.

import { get } from "./api.js";
import { listenForDrops } from "./bring.js";
import { $, say } from "./dom.js";
import { startEmpty } from "./draft.js";
import { patterns } from "./draw.js";
import { showGallery } from "./gallery.js";
import { showMake } from "./make.js";
import { showPlay } from "./play.js";
import { isShared, unpack } from "./share.js";
import { showSolve } from "./solve.js";
import { begin, open, store } from "./store.js";
import { showTake } from "./take.js";

const VIEWS = { gallery: showGallery, make: showMake, solve: showSolve, play: showPlay, take: showTake };
const buttons = [...document.querySelectorAll("nav [data-view]")];

export async function go(name) {
  if (location.hash !== `#${name}`) history.pushState(null, "", `#${name}`);
  await show(name);
  history.replaceState({ puzzle: store.view?.puzzle }, ""); // so that it is still there when the page is loaded again
}

async function show(name) {
  for (const view of Object.keys(VIEWS)) $(view).hidden = view !== name;
  for (const item of buttons) {
    if (item.dataset.view === name) item.setAttribute("aria-current", "page");
    else item.removeAttribute("aria-current");
  }
  document.title = `${name === "take" ? "Take away" : name[0].toUpperCase() + name.slice(1)} · Tilewright`;
  scrollTo(0, 0);
  try {
    await VIEWS[name](go);
    if (document.activeElement === document.body) $("main").focus({ preventScroll: true });
  } catch (error) {
    say(error.message, "bad");
    if (name !== "make" && name !== "gallery") go("make"); // what was being made cannot be used yet
  }
}

// What the address names: a view, or a whole puzzle.
async function arrive() {
  if (!isShared(location.hash)) {
    const name = location.hash.slice(1);
    if (!store.view && history.state?.puzzle) await open(history.state.puzzle);
    return show(Object.hasOwn(VIEWS, name) ? name : "gallery");
  }
  try {
    await open(await unpack(location.hash));
    history.replaceState({ puzzle: store.view.puzzle }, "", "#play");
    await show("play");
  } catch (error) {
    startEmpty();
    history.replaceState(null, "", "#make");
    await show("make");
    say(error.message, "bad stays");
  }
}

document.body.append(patterns());
for (const item of buttons) item.addEventListener("click", () => go(item.dataset.view));
addEventListener("popstate", arrive);
listenForDrops(go);
try {
  await begin();
  await arrive();
  get("/api/sets").catch(() => {}); // the server works them out once, so that Make opens at once
} catch (error) {
  say(error.message, "bad stays");
}
