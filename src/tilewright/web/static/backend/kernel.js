// Instances of kernel.wasm for Python (native/wasm/_kernel/browser.py).
//
// A throw ends its instance: `host.fail` is told why, the call gives NaN, and `failure` says what was thrown.

const ENOSYS = 52; // what WASI answers where there is nothing

/** @param {any} module */
export function kernels(module) {
  return () => new Kernel(module);
}

class Kernel {
  /** @param {any} module */
  constructor(module) {
    this.failure = null;
    const none = () => ENOSYS;
    /** @type {Record<string, any>} */
    const wasi = {
      clock_time_get: (/** @type {[any, any, number]} */ ...numbers) => this.tellTime(...numbers),
    };
    for (const { module: from, name } of WebAssembly.Module.imports(module))
      if (from !== "host") wasi[name] ??= none;
    const host = {
      fail: (/** @type {[any, number, number, number]} */ ...told) => this.noteFailure(...told),
    };
    const instance = new WebAssembly.Instance(module, { host, wasi_snapshot_preview1: wasi });
    /** @type {Record<string, any>} */
    this.exports = instance.exports;
    this.call = (/** @type {string} */ name, /** @type {any[]} */ ...numbers) => this.called(name, numbers);
    this.view = (/** @type {number} */ address, /** @type {any} */ length) =>
      new Uint8Array(this.exports.memory.buffer, address, length);
    this.size = () => this.exports.memory.buffer.byteLength;
    this.exports._initialize();
  }

  /** @param {string} name @param {any} numbers */
  called(name, numbers) {
    try {
      return this.exports[name](...numbers);
    } catch (/** @type {any} */ error) {
      this.failure ??= { kind: 4, text: `the kernel ended: ${error.message}`, number: 0 };
      return NaN;
    }
  }

  /** @param {any} kind @param {number} address @param {any} length @param {number} number */
  noteFailure(kind, address, length, number) {
    const text = new TextDecoder().decode(this.view(address, length));
    this.failure = { kind, text, number };
  }

  /** @param {any} clock @param {any} precision @param {number} address */
  tellTime(clock, precision, address) {
    const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
    new DataView(this.exports.memory.buffer).setBigUint64(address, nanoseconds, true);
    return 0;
  }
}
