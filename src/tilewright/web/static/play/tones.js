// A soft click, and a short tap of a phone's motor, when a piece is laid or taken back, and at the end. Off unless asked for.

import { settings } from "../kept/settings.js";

// Tones as [hertz, seconds after the first]; how long the motor runs, in milliseconds.
/** @type {Record<string, { tones: [number, number][], buzz: number[] }>} */
const FEELS = {
  lay: { tones: [[520, 0]], buzz: [8] },
  back: { tones: [[340, 0]], buzz: [4] },
  done: {
    tones: [
      [520, 0],
      [660, 0.09],
      [780, 0.18],
    ],
    buzz: [12, 60, 20],
  },
};
const LOUD = 0.08; // of the loudest
const LONG = 0.09; // seconds of a tone

let context = null; // made for the first tone: browsers allow none before the first click

/** @param {string} what */
export function felt(what) {
  const { sound, haptics } = settings();
  if (sound) FEELS[what].tones.forEach(([pitch, after]) => tone(pitch, after));
  if (haptics) navigator.vibrate?.(FEELS[what].buzz);
}

// A sine that fades at once, as wood on wood.
/** @param {number} pitch @param {number} after */
function tone(pitch, after) {
  context ??= new AudioContext();
  const start = context.currentTime + after;
  const [source, gain] = [context.createOscillator(), context.createGain()];
  source.frequency.setValueAtTime(pitch, start);
  source.frequency.exponentialRampToValueAtTime(pitch / 2, start + LONG);
  gain.gain.setValueAtTime(LOUD, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + LONG);
  source.connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + LONG);
}
