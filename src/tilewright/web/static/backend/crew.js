// The workers with Python: one to begin with, a second one when the first begins to search.

import { Helper } from "./helper.js";
import { wordsReady } from "../words/words.js";
import { hasSimd } from "./loading.js";

const MOST = 2; // each takes some 100 MB

export class Crew {
  /** @param {URL} root @param {(data: WorkerNews) => void} told */
  constructor(root, told) {
    this.root = root;
    this.told = told;
    /** @type {((helper: Helper) => void)[]} */
    this.waiting = [];
    /** @type {SiteFiles | null} */
    this.list = null;
    /** @type {Helper[]} */
    this.helpers = [];
    this.ready = this.begin();
    this.ready.catch(() => {});
  }

  // The first worker begins as soon as the page has its words, which tell how far it is, and has drawn itself.
  async begin() {
    await wordsReady;
    await new Promise((resolve) => setTimeout(resolve, 0));
    const answer = hasSimd() ? await fetch(new URL("files.json", this.root)).catch(() => null) : null;
    if (!answer?.ok) {
      this.told({ kind: "failed", text: "files.json" });
      throw new Error("files.json"); // the page has said why
    }
    /** @type {SiteFiles} */
    const list = (await answer.json()).files;
    this.list = list;
    const total = Object.entries(list).reduce(
      (sum, [name, { bytes }]) => sum + (isNeeded(name) ? bytes : 0),
      0,
    );
    this.told({ kind: "begun", total });
    const first = this.add(list);
    await first.ready;
    return first;
  }

  /** @param {SiteFiles} list */
  add(list) {
    const isFirst = !this.helpers.length;
    const helper = new Helper(this.root, list, (data) => isFirst && this.told(data));
    this.helpers.push(helper);
    helper.ready.catch(() => {});
    return helper;
  }

  // Ask whoever is free, or whoever becomes so.
  /** @param {string} method @param {string} path @param {string} body @param {Patience} [options] */
  async ask(method, path, body, options = {}) {
    return this.askOf(await this.free(), method, path, body, options);
  }

  /**
   * @param {Helper | null} helper @param {string} method @param {string} path @param {string} body
   * @param {Patience} options @returns {Promise<WorkerAnswer>}
   */
  async askOf(helper, method, path, body, options) {
    if (!helper) return { kind: "failed" };
    try {
      return await helper.ask(method, path, body, options);
    } catch (failure) {
      return /** @type {WorkerAnswer} */ (failure);
    } finally {
      this.advance();
    }
  }

  /** @returns {Promise<Helper | null>} */
  async free() {
    await this.ready.catch(() => {});
    if (!this.list) return null;
    const helper = this.find(this.list);
    return helper ?? new Promise((resolve) => this.waiting.push(resolve));
  }

  // A free worker, reserved for who asks; a new one where there may be more.
  /** @param {SiteFiles} list */
  find(list) {
    this.helpers = this.helpers.filter(({ over }) => !over);
    const helper =
      this.helpers.find((each) => each.isFree) ?? (this.helpers.length < MOST ? this.add(list) : null);
    if (helper) helper.isReserved = true;
    return helper;
  }

  advance() {
    const { list } = this;
    if (!list) return;
    while (this.waiting.length) {
      const helper = this.find(list);
      if (!helper) return;
      this.waiting.shift()?.(helper);
    }
    if (this.helpers.every(({ over }) => over)) this.add(list);
  }

  /** @param {string} body @param {(event: SearchEvent) => void} on */
  search(body, on) {
    /** @type {Helper | null} */
    let helper = null;
    let stopped = false;
    const answer = this.free().then((found) => {
      helper = found;
      if (helper && stopped) return this.release(helper);
      // Stopping ends this worker: another one is made ready meanwhile, also for what else is asked.
      if (helper && this.list && this.helpers.length < MOST) this.add(this.list);
      return this.askOf(helper, "POST", "/api/search", body, { on });
    });
    const stop = () => {
      stopped = true;
      helper?.end({ kind: "stopped" });
    };
    return { answer, stop };
  }

  /** @param {Helper} helper */
  release(helper) {
    helper.isReserved = false;
    this.advance();
    return { kind: "stopped" };
  }
}

/** @param {string} name */
const isNeeded = (name) => name.startsWith("python/") && /runtime|stdlib|app|kernel/.test(name);
