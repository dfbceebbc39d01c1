// Instances of kernel.wasm for Python (native/wasm/_kernel/browser.py).
//
// A throw ends its instance: `host.fail` is told why, the call gives NaN, and `failure` says what was thrown.

const ENOSYS = 52; // what WASI answers where there is nothing

/** @param {WebAssembly.Module} module */
export function kernels(module) {
  return () => new Kernel(module);
}

class Kernel {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    /** @type {{ kind: number, text: string, number: number } | null} */
    this.failure = null;
    const none = () => ENOSYS;
    /** @type {Record<string, (...numbers: number[]) => number>} */
    const wasi = {
      clock_time_get: (_clock, _precision, address) => this.tellTime(address),
    };
    for (const { module: from, name } of WebAssembly.Module.imports(module))
      if (from !== "host") wasi[name] ??= none;
    const host = {
      fail: (/** @type {[number, number, number, number]} */ ...told) => this.noteFailure(...told),
    };
    const instance = new WebAssembly.Instance(module, { host, wasi_snapshot_preview1: wasi });
    /** @type {Record<string, any>} */
    this.exports = instance.exports;
    this.call = (/** @type {string} */ name, /** @type {number[]} */ ...numbers) =>
      this.called(name, numbers);
    this.view = (/** @type {number} */ address, /** @type {number} */ length) =>
      new Uint8Array(this.exports.memory.buffer, address, length);
    this.size = () => this.exports.memory.buffer.byteLength;
    this.exports._initialize();
  }

  /** @param {string} name @param {number[]} numbers */
  called(name, numbers) {
    try {
      return this.exports[name](...numbers);
    } catch (error) {
      this.failure ??= {
        kind: 4,
        text: `the kernel ended: ${error instanceof Error ? error.message : error}`,
        number: 0,
      };
      return NaN;
    }
  }

  /** @param {number} kind @param {number} address @param {number} length @param {number} number */
  noteFailure(kind, address, length, number) {
    const text = new TextDecoder().decode(this.view(address, length));
    this.failure = { kind, text, number };
  }

  /** @param {number} address */
  tellTime(address) {
    const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
    new DataView(this.exports.memory.buffer).setBigUint64(address, nanoseconds, true);
    return 0;
  }
}
