// The page's frame: which view is shown, and puzzles opened from the gallery.

import { $, say } from "./dom.js";
import { showGallery } from "./gallery.js";
import { showPlay } from "./play.js";
import { showSolve } from "./solve.js";
import { begin, listen, store } from "./store.js";

const VIEWS = { gallery: () => showGallery(go), solve: showSolve, play: () => showPlay(go) };
const buttons = [...document.querySelectorAll("nav [data-view]")];

export async function go(name) {
  if (location.hash !== `#${name}`) history.pushState(null, "", `#${name}`);
  for (const view of Object.keys(VIEWS)) $(view).hidden = view !== name;
  for (const item of buttons) {
    if (item.dataset.view === name) item.setAttribute("aria-current", "page");
    else item.removeAttribute("aria-current");
  }
  try {
    await VIEWS[name]();
  } catch (error) {
    say(error.message, "bad");
  }
}

const named = () => (Object.hasOwn(VIEWS, location.hash.slice(1)) ? location.hash.slice(1) : "gallery");

for (const item of buttons) {
  item.hidden = !Object.hasOwn(VIEWS, item.dataset.view);
  item.addEventListener("click", () => go(item.dataset.view));
}
addEventListener("popstate", () => go(named()));
listen((what) => {
  if (what === "puzzle") $("title").textContent = store.view.name || "";
});
try {
  await begin();
  await go(named());
} catch (error) {
  say(error.message, "bad stays");
}
