// Exact numbers: sums of fractions times square roots, as the server writes them ("1/2+3/4*sqrt(2)"). Adding and scaling by a
// fraction is all that moving a piece takes. A number used as a float is one, and as a text its own.

/** @typedef {Map<bigint, [bigint, bigint]>} Terms a fraction [above, below] for each number under a root */
const TERM = /([+-]?)(?:(\d+)(?:\/(\d+))?(?:\*sqrt\((\d+)\))?|sqrt\((\d+)\))/y;
const LONGEST = 400; // characters of a number

/** @param {bigint} a @param {bigint} b */
function divisor(a, b) {
  while (b) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
}

export class Exact {
  // `terms` has a fraction [above, below], in lowest terms and not 0, for each number under a root; 1 for none.
  /** @param {Terms} terms */
  constructor(terms) {
    this.terms = terms;
    /** @type {number | undefined} */
    this.value = undefined; // as a float, once it was asked for
  }

  // The number of a text; null if it is none.
  /** @param {unknown} text @returns {Exact | null} */
  static parse(text) {
    if (typeof text !== "string" || !text || text.length > LONGEST) return null;
    /** @type {Terms} */
    const terms = new Map();
    for (TERM.lastIndex = 0; TERM.lastIndex < text.length;) {
      const isFirst = TERM.lastIndex === 0;
      const [found, sign, above = "1", below = "1", root, alone] = TERM.exec(text) ?? [""];
      if (!found || (!isFirst && !sign) || /^0+$/.test(below)) return null;
      addTo(terms, BigInt(root ?? alone ?? 1), BigInt(`${sign === "-" ? "-" : ""}${above}`), BigInt(below));
    }
    return new Exact(terms);
  }

  // The fraction nearest to a float with so many parts of one.
  /** @param {number} value @param {number} parts */
  static near(value, parts) {
    return new Exact(new Map()).plus(ONE, Math.round(value * parts), parts);
  }

  // This and a fraction of another.
  /** @param {Exact} other @param {number} [above] @param {number} [below] */
  plus(other, above = 1, below = 1) {
    const terms = new Map(this.terms);
    for (const [root, [a, b]] of other.terms) addTo(terms, root, a * BigInt(above), b * BigInt(below));
    return new Exact(terms);
  }

  /** @param {Exact} other */
  minus(other) {
    return this.plus(other, -1);
  }

  valueOf() {
    this.value ??= [...this.terms].reduce(
      (sum, [root, [a, b]]) => sum + (Number(a) / Number(b)) * Math.sqrt(Number(root)),
      0,
    );
    return this.value;
  }

  toString() {
    const rows = [...this.terms].sort(([a], [b]) => (a < b ? -1 : 1));
    const text = rows.map(([root, [a, b]]) => {
      const size = `${a < 0n ? -a : a}${b === 1n ? "" : `/${b}`}`;
      const under = root === 1n ? size : size === "1" ? `sqrt(${root})` : `${size}*sqrt(${root})`;
      return (a < 0n ? "-" : "+") + under;
    });
    return text.join("").replace(/^\+/, "") || "0";
  }
}

/** @param {Terms} terms @param {bigint} root @param {bigint} above @param {bigint} below */
function addTo(terms, root, above, below) {
  const [a, b] = terms.get(root) ?? [0n, 1n];
  const [sum, whole] = [a * below + above * b, b * below];
  if (!sum) return void terms.delete(root);
  const common = divisor(sum, whole);
  terms.set(root, [sum / common, whole / common]);
}

const ONE = new Exact(new Map([[1n, [1n, 1n]]]));
