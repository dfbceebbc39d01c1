// The puzzle after this one: another of the same recipe, the next of the gallery, another system's of the same day.

import { get } from "../core/api.js";
import { anotherSource } from "../puzzles/new.js";
import { decoded } from "../state/address.js";

/** @param {string} source */
export async function nextSource(source) {
  const another = anotherSource(source);
  if (another) return another;
  try {
    const [from, ...parts] = source.split("/").map(decoded);
    if (from === "gallery") return await nextOfGallery(parts.join("/"));
    if (from === "day") return await nextOfDay(parts[0], parts[1]);
  } catch {
    // without the list there is no next one
  }
  return null;
}

/** @param {string} name */
async function nextOfGallery(name) {
  const all = await get("/api/gallery");
  const place = all.findIndex((/** @type {any} */ entry) => entry.name === name);
  const next = all[place + 1];
  return place >= 0 && next ? `gallery/${next.name}` : null;
}

/** @param {string} system @param {string} date */
async function nextOfDay(system, date) {
  const { systems } = await get(`/api/day/${encodeURIComponent(date)}`);
  const place = systems.findIndex((/** @type {any} */ each) => each.system === system);
  const next = systems[(place + 1) % systems.length];
  return place >= 0 && systems.length > 1 ? `day/${next.system}/${date}` : null;
}
