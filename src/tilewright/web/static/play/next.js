// The puzzle after this one: another of the same recipe, the next of the gallery, another system's of the same day.

import { get } from "../core/api.js";
import { anotherSource } from "../puzzles/new.js";
import { decoded } from "../state/address.js";

export async function nextSource(source) {
  const another = anotherSource(source);
  if (another) return another;
  try {
    const [kind, ...parts] = source.split("/").map(decoded);
    if (kind === "gallery") return await nextOfGallery(parts.join("/"));
    if (kind === "day") return await nextOfDay(...parts);
  } catch {
    // without the list there is no next one
  }
  return null;
}

async function nextOfGallery(name) {
  const all = await get("/api/gallery");
  const place = all.findIndex((entry) => entry.name === name);
  const next = all[place + 1];
  return place >= 0 && next ? `gallery/${next.name}` : null;
}

async function nextOfDay(system, date) {
  const { systems } = await get(`/api/day/${encodeURIComponent(date)}`);
  const place = systems.findIndex((each) => each.system === system);
  const next = systems[(place + 1) % systems.length];
  return place >= 0 && systems.length > 1 ? `day/${next.system}/${date}` : null;
}
