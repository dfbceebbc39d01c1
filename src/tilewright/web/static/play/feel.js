// What is heard and felt of a move ("lay", "back" or "done") is fetched when somebody has asked for it in the settings.

import { settings } from "../state/settings.js";

/** @param {any} what */
export function feel(what) {
  const { sound, haptics } = settings();
  if (!what || !(sound || haptics)) return;
  import("./tones.js").then(
    ({ felt }) => felt(what),
    () => {},
  );
}
