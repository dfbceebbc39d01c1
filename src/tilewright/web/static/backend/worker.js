// Python in a worker: Pyodide, the package and the kernel; answers what the page would ask of the studio's server.
//
// The page ends the whole worker to stop a search, and when a puzzle makes it hang or crash.

// @ts-expect-error: it lies there in the built site alone
import { loadPyodide } from "../../python/pyodide.mjs";
import { askedOnce } from "../core/asked_once.js";
import { Damaged, fetchFile } from "./files.js";
import { kernels } from "./kernel.js";

const SMALL = ["python/stdlib.zip.gz", "python/app.zip.gz", "python/kernel.wasm.gz"];
const PRINTING = ["python/typst.whl", "python/print.zip.gz"]; // loaded when something is printed
// Hints that nobody waits for, so that the first one somebody asks for finds all of Python's modules loaded.
const FIRST = ["dominoes*@2x3", "2 . .\n. . 4\n. 3 ."];
const NOTHING = '{"placements": []}';

// `list` has the files of the site at `root`, as `fetchFile` wants them.
class Python {
  /** @param {any} it */
  constructor({ root, list }) {
    this.root = root;
    this.list = list;
    /** @type {any} */
    this.pyodide = null;
    /** @type {any} */
    this.ask = null;
    this.loadPrinting = askedOnce(() => this.fetchPrinting());
  }

  async begin() {
    try {
      await this.load();
      self.postMessage({ kind: "ready" });
      for (const puzzle of FIRST)
        this.ask("POST", "/api/hint", JSON.stringify({ puzzle, solution: NOTHING }), () => {});
      self.postMessage({ kind: "warm" });
    } catch (error) {
      const kind = error instanceof Damaged ? "damaged" : "failed";
      self.postMessage({ kind, text: error instanceof Error ? error.message : String(error) });
    }
  }

  // A file of the site; the page is told how much of it has come.
  /** @param {string} name */
  fetched(name) {
    return fetchFile(this.root, name, this.list, (bytes) => self.postMessage({ kind: "loaded", bytes }));
  }

  async load() {
    const runtime = this.fetched("python/runtime.wasm.gz");
    const [library, app, kernel] = SMALL.map((name) => this.fetched(name));
    kernel.catch(() => {}); // whichever fails first is told
    serve({ "pyodide.asm.wasm": [runtime, "application/wasm"], "stdlib.zip": [library, "application/zip"] });
    const indexURL = String(new URL("python/", this.root));
    const lock = await (await fetch(`${indexURL}pyodide-lock.json`)).json();
    this.pyodide = await loadPyodide({
      indexURL,
      stdLibURL: `${indexURL}stdlib.zip`,
      lockFileContents: lock,
      packageBaseUrl: indexURL,
      env: { HOME: "/home/pyodide", TZ: "UTC" },
    });
    self.newKernel = kernels(await WebAssembly.compile(await kernel));
    this.unpack(await app);
    this.ask = this.pyodide.pyimport("tilewright.web.answers").ask;
  }

  /** @param {any} files */
  unpack(files) {
    const extractDir = this.pyodide.runPython("import site; site.getsitepackages()[0]");
    this.pyodide.unpackArchive(files, "zip", { extractDir });
  }

  async fetchPrinting() {
    const [wheel, files] = await Promise.all(PRINTING.map((name) => this.fetched(name)));
    this.pyodide.unpackArchive(wheel, "wheel");
    this.unpack(files);
  }

  /** @param {any} it */
  async answer({ id, method, path, body }) {
    try {
      if (path === "/api/export" && /"form":"(pdf|page|booklet|cards)"/.test(body)) {
        const isThere = await this.loadPrinting().then(
          () => true,
          () => false,
        );
        if (!isThere) return self.postMessage({ kind: "unprinted", id });
      }
      /** @param {string} text */
      const post = (text) => self.postMessage({ kind: "event", id, text });
      const found = this.ask(method, path, body, post);
      const [status, content, type, name] = found.toJs();
      found.destroy();
      self.postMessage({ kind: "answer", id, status, content, type, name });
    } catch (/** @type {any} */ error) {
      console.error(error); // for whoever reports it
      self.postMessage({ kind: "crash", id, text: error.message.trim().split("\n").at(-1) });
    }
  }
}

// Pyodide fetches some files by itself: it gets those that are here already.
/** @param {any} files */
function serve(files) {
  const fetchOther = self.fetch.bind(self);
  self.fetch = async (address, options) => {
    const name = String(/** @type {any} */ (address).url ?? address)
      .split("/")
      .at(-1);
    if (!Object.hasOwn(files, name)) return fetchOther(address, options);
    const [content, type] = files[name];
    return new Response(await content, { headers: { "content-type": type } });
  };
}

// The first message begins, all others ask.
self.onmessage = async ({ data: place }) => {
  const python = new Python(place);
  self.onmessage = ({ data }) => python.answer(data);
  await python.begin();
};
