// New Shikaku, made on demand; size, difficulty and seed are in the address.

import { el, labelled } from "../core/dom.js";
import { addressOf } from "../state/address.js";
import { phrase } from "../words/words.js";

const SIZES = [5, 6, 7, 8, 10, 12, 15, 20];
const DIFFICULTIES = ["easy", "medium", "hard"];
const SEEDS = 1_000_000;
const chosen = { size: 8, difficulty: "easy" };

const randomSeed = () => Math.floor(Math.random() * SEEDS);

export function newBox() {
  const options = (every, name, text) =>
    el(
      "select",
      { id: `new-${name}` },
      every.map((each) => el("option", { value: each, selected: each === chosen[name] }, text(each))),
    );
  const size = options(SIZES, "size", (n) => `${n} × ${n}`);
  const difficulty = options(DIFFICULTIES, "difficulty", (name) => phrase(`puzzles.${name}`));
  const make = (event) => {
    event.preventDefault();
    Object.assign(chosen, { size: Number(size.value), difficulty: difficulty.value });
    location.hash = addressOf(
      "play",
      `shikaku/${size.value}x${size.value}/${difficulty.value}/${randomSeed()}`,
    );
  };
  return el(
    "form",
    { class: "row new-box", onsubmit: make },
    labelled(phrase("puzzles.size"), size),
    labelled(phrase("puzzles.difficulty"), difficulty),
    el("button", { id: "new-make", class: "main" }, phrase("puzzles.new shikaku")),
  );
}

// Another puzzle of the same kind, for sources that are made; null for others.
export function anotherSource(source) {
  const [, recipe] = /^(shikaku\/\d+x\d+\/[a-z]+)\/\d+$/.exec(source) ?? [];
  return recipe ? `${recipe}/${randomSeed()}` : null;
}
