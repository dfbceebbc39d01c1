// The built-in puzzles, each one click to play.

import { get } from "./api.js";
import { bringBox } from "./bring.js";
import { $, el, say } from "./dom.js";
import { open } from "./store.js";

export async function showGallery(go) {
  const root = $("gallery");
  if (root.childElementCount) return;
  const items = await get("/api/gallery");
  const systems = [...new Set(items.map((item) => item.system))];
  root.append(el("p", { class: "lead" }, "Pick a puzzle and play, or open one of your own."), bringBox(go));
  for (const system of systems) {
    const cards = items.filter((item) => item.system === system).map((item) => card(item, go));
    root.append(el("h2", {}, system), el("div", { class: "cards" }, cards));
  }
}

function card(item, go) {
  const path = item.name.split("/").map(encodeURIComponent).join("/");
  const pick = async () => {
    try {
      await open(await get(`/api/gallery/${path}`));
      go("play");
    } catch (error) {
      say(error.message, "bad");
    }
  };
  return el(
    "button",
    { class: "card", type: "button", onclick: pick },
    el("img", { src: `/api/picture/${path}`, alt: "", loading: "lazy", width: 160, height: 112 }),
    el("span", {}, item.title),
  );
}
