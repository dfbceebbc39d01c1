// The workers with Python: one to begin with, a second one when the first begins to search.

import { Helper } from "./helper.js";
import { wordsReady } from "../words/words.js";
import { hasSimd } from "./loading.js";

const MOST = 2; // each takes some 100 MB

export class Crew {
  /** @param {any} root @param {any} told */
  constructor(root, told) {
    Object.assign(this, { root, told, waiting: [], list: null });
    /** @type {Helper[]} */
    this.helpers = [];
    this.ready = this.begin();
    this.ready.catch(() => {});
  }

  // The first worker begins as soon as the page has its words, which tell how far it is, and has drawn itself.
  async begin() {
    await wordsReady;
    await new Promise((resolve) => setTimeout(resolve, 0));
    /** @type {any} */
    const answer = hasSimd() && (await fetch(new URL("files.json", this.root)).catch(() => null));
    if (!answer?.ok) {
      this.told({ kind: "failed", text: "files.json" });
      throw new Error("files.json"); // the page has said why
    }
    this.list = (await answer.json()).files;
    const total = Object.entries(this.list).reduce(
      (sum, [name, { bytes }]) => sum + (isNeeded(name) ? bytes : 0),
      0,
    );
    this.told({ kind: "begun", total });
    const first = this.add();
    await first.ready;
    return first;
  }

  add() {
    const isFirst = !this.helpers.length;
    const helper = new Helper(this.root, this.list, (/** @type {any} */ data) => isFirst && this.told(data));
    this.helpers.push(helper);
    helper.ready.catch(() => {});
    return helper;
  }

  // Ask whoever is free, or whoever becomes so.
  /** @param {string} method @param {string} path @param {string} body @param {any} [options] */
  async ask(method, path, body, options = {}) {
    return this.askOf(await this.free(), method, path, body, options);
  }

  /** @param {Helper | null} helper @param {string} method @param {string} path @param {string} body @param {any} options */
  async askOf(helper, method, path, body, options) {
    if (!helper) return { kind: "failed" };
    try {
      return await helper.ask(method, path, body, options);
    } catch (failure) {
      return failure;
    } finally {
      this.advance();
    }
  }

  async free() {
    await this.ready.catch(() => {});
    if (!this.list) return null;
    const helper = this.find();
    return helper ?? new Promise((resolve) => this.waiting.push(resolve));
  }

  // A free worker, reserved for who asks; a new one where there may be more.
  find() {
    this.helpers = this.helpers.filter(({ over }) => !over);
    const helper =
      this.helpers.find((each) => each.isFree) ?? (this.helpers.length < MOST ? this.add() : null);
    if (helper) helper.asked = {};
    return helper;
  }

  advance() {
    while (this.waiting.length) {
      const helper = this.find();
      if (!helper) return;
      this.waiting.shift()(helper);
    }
    if (this.helpers.every(({ over }) => over) && this.list) this.add();
  }

  /** @param {string} body @param {(event: any) => void} on */
  search(body, on) {
    /** @type {Helper | null} */
    let helper = null;
    let stopped = false;
    const answer = this.free().then((found) => {
      helper = found;
      if (helper && stopped) return this.release(helper);
      // Stopping ends this worker: another one is made ready meanwhile, also for what else is asked.
      if (helper && this.helpers.length < MOST) this.add();
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
    helper.asked = null;
    this.advance();
    return { kind: "stopped" };
  }
}

/** @param {string} name */
const isNeeded = (name) => name.startsWith("python/") && /runtime|stdlib|app|kernel/.test(name);
