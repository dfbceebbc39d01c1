// A worker with Python, as the page sees it: one thing at a time, with an end to its patience.

export class Helper {
  // `told` hears of {loaded}, {ready}, {damaged} and {failed}.
  /** @param {URL} root @param {SiteFiles} list @param {(data: WorkerNews) => void} told */
  constructor(root, list, told) {
    this.told = told;
    /** @type {{ on: (event: SearchEvent) => void, timer: number, resolve: (data: WorkerAnswer) => void } | null} */
    this.asked = null;
    this.isReserved = false; // for who is about to ask
    this.next = 0;
    this.started = false;
    this.over = false;
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    const begun = Promise.withResolvers();
    this.ready = begun.promise;
    this.resolve = begun.resolve;
    this.reject = begun.reject;
    // fulfilled when what is asked for is answered at full pace
    this.warm = new Promise((resolve) => (this.warmed = /** @type {() => void} */ (resolve)));
    this.ready.catch(() => {}); // whoever asks hears of it
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = (event) => this.broken({ kind: "failed", text: event.message ?? "" });
    this.worker.postMessage({ kind: "begin", root: String(root), list });
  }

  get isFree() {
    return !this.over && !this.asked && !this.isReserved;
  }

  /** @param {WorkerNews} data */
  heard(data) {
    if (data.kind === "ready") this.begun();
    else if (data.kind === "warm") this.warmed();
    else if (data.kind === "event") this.asked?.on(JSON.parse(data.text ?? ""));
    else if (["answer", "crash", "unprinted"].includes(data.kind)) this.answered(data);
    else if (data.kind !== "loaded") return this.broken(data);
    if (data.kind === "loaded" || data.kind === "ready") this.told(data);
  }

  begun() {
    this.started = true;
    this.resolve(undefined);
  }

  /** @param {WorkerAnswer} data */
  answered(data) {
    const { asked } = this;
    this.asked = null;
    this.isReserved = false;
    clearTimeout(asked?.timer);
    asked?.resolve(data);
  }

  // Ask for something; `on` hears events, `patience` is in milliseconds from when Python is there (0: any time).
  /** @param {string} method @param {string} path @param {string} body @param {Patience} more @returns {Promise<WorkerAnswer>} */
  async ask(method, path, body, { on = () => {}, patience = 0 } = {}) {
    const id = ++this.next;
    const { promise: answer, resolve } = Promise.withResolvers();
    const asked = { on, timer: 0, resolve };
    this.asked = asked;
    await this.ready;
    if (this.over) return answer;
    if (patience) asked.timer = setTimeout(() => this.end({ kind: "late", id }), patience);
    this.worker.postMessage({ kind: "ask", id, method, path, body });
    return answer;
  }

  /** @param {WorkerNews} data */
  broken(data) {
    const isHeard = this.started && (this.asked || this.isReserved) && data.kind !== "damaged"; // by who asked
    this.reject(data);
    if (!isHeard) this.told(data);
    this.end({ kind: "crash", text: data.text });
  }

  // End the worker at once; what it works on is answered with `data`.
  /** @param {WorkerAnswer} data */
  end(data) {
    if (this.over) return;
    this.over = true;
    this.worker.terminate();
    this.warmed();
    this.reject({ kind: "ended" });
    this.answered(data);
  }
}
