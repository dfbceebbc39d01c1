// The package dancing-links as a program: node dancing_links.mjs FOLDER all|first FILE..., where FOLDER has it in node_modules.
// FILE is Knuth's text of a cover; of each the number of solutions is printed, or `-` and why it cannot do it.
import console from "node:console";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

const [folder, asked, ...files] = process.argv.slice(2);
const { DancingLinks } = await import(
  pathToFileURL(resolve(folder, "node_modules/dancing-links/built/lib/index.js"))
);

function solver(text) {
  const lines = text.split("\n").filter((line) => line.trim() && line[0] !== "|");
  const [primary, secondary] = lines[0].split(" | ").map((part) => part.trim().split(/\s+/));
  const numbers = new Map(primary.map((name, number) => [name, number]));
  const optional = new Map((secondary ?? []).map((name, number) => [name, number]));
  if (primary.some((name) => name.includes("|"))) throw new Error("items that are covered more than once");
  if (lines.some((line) => line.includes(":"))) throw new Error("colored items");
  const sizes = { primaryColumns: primary.length, secondaryColumns: optional.size };
  const made = new DancingLinks().createSolver(optional.size ? sizes : { columns: primary.length });
  for (const [row, line] of lines.slice(1).entries()) {
    const words = line.trim().split(/\s+/);
    const must = words.filter((word) => numbers.has(word)).map((word) => numbers.get(word));
    const may = words.filter((word) => optional.has(word)).map((word) => optional.get(word));
    made.addSparseConstraint(row, optional.size ? { primary: must, secondary: may } : must);
  }
  return made;
}

for (const file of files) {
  try {
    const made = solver(readFileSync(file, "utf8"));
    let found = 0;
    if (asked === "first") found = made.findOne().length;
    else for (const solution of made.createGenerator()) found += solution ? 1 : 0;
    console.log(found);
  } catch (error) {
    console.log(`- ${error.message}`);
    process.exit();
  }
}
