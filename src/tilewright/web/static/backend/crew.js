// The workers with Python: one to begin with, a second one when the first begins to search.

import { Helper } from "./helper.js";
import { wordsReady } from "../words/words.js";
import { hasSimd } from "./loading.js";

const MOST = 2; // each takes some 100 MB

export class Crew {
  /** @param {any} root @param {any} told */
  constructor(root, told) {
    Object.assign(this, { root, told, helpers: [], waiting: [], list: null });
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
  /** @param {any} method @param {string} path @param {any} body @param {any} [options] */
  async ask(method, path, body, options = {}) {
    const helper = await this.free();
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
    this.helpers = this.helpers.filter((/** @type {any} */ { over }) => !over);
    const helper =
      this.helpers.find((/** @type {any} */ each) => each.isFree) ??
      (this.helpers.length < MOST ? this.add() : null);
    if (helper) helper.asked = {};
    return helper;
  }

  advance() {
    while (this.waiting.length) {
      const helper = this.find();
      if (!helper) return;
      this.waiting.shift()(helper);
    }
    if (!this.helpers.some((/** @type {any} */ { over }) => !over) && this.list) this.add();
  }

  /** @param {any} body @param {any} on */
  search(body, on) {
    /** @type {any} */
    let helper = null;
    let stopped = false;
    const answer = this.free().then(async (found) => {
      helper = found;
      if (!helper) return { kind: "failed" };
      if (stopped) return this.release(helper);
      // Stopping ends this worker: another one is made ready meanwhile, also for what else is asked.
      if (this.helpers.length < MOST) this.add();
      try {
        return await helper.ask("POST", "/api/search", body, { on });
      } catch (failure) {
        return failure;
      } finally {
        this.advance();
      }
    });
    const stop = () => {
      stopped = true;
      helper?.end({ kind: "stopped" });
    };
    return { answer, stop };
  }

  /** @param {any} helper */
  release(helper) {
    helper.asked = null;
    this.advance();
    return { kind: "stopped" };
  }
}

/** @param {string} name */
const isNeeded = (name) => name.startsWith("python/") && /runtime|stdlib|app|kernel/.test(name);
