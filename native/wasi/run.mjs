// Runs a program for wasm32-wasi: node run.mjs program.wasm
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const wasi = new WASI({ version: "preview1", args: process.argv.slice(2), returnOnExit: true });
const module = await WebAssembly.compile(await readFile(process.argv[2]));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
const begun = performance.now();
const code = wasi.start(instance);
console.log(`exit code ${code} after ${Math.round(performance.now() - begun)} ms`);
process.exitCode = code;
