// Asks for something when it is first wanted, and again only after a failure.
/** @template T @param {() => Promise<T>} load @returns {() => Promise<T>} */
export function askedOnce(load) {
  /** @type {Promise<T> | null} */
  let asked = null;
  /** @param {Error} error */
  const forget = (error) => {
    asked = null;
    throw error;
  };
  return () => (asked ??= load().catch(forget));
}
