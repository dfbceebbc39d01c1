// The service worker: keeps the site for use without a network, and says when a newer version is there.

import { button } from "../core/dom.js";
import { phrase, wordsReady } from "../words/words.js";

/** @typedef {{ note(words: string, more: Element): void }} Line */
/** @param {URL} root @param {Promise<unknown>} ready @param {Line} line */
export async function keepOffline(root, ready, line) {
  if (!navigator.serviceWorker || !isSecureContext) return;
  try {
    const registration = await navigator.serviceWorker.register(new URL("sw.js", root), {
      scope: root.pathname,
    });
    await wordsReady;
    watch(registration, line);
    await ready;
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage("complete"); // what this visit has not fetched is kept now
  } catch {
    // storage is refused or full: the site works as long as there is a network
  }
}

// A new version waits until its reader takes it: tabs of the old one go on undisturbed.
/** @param {ServiceWorkerRegistration} registration @param {Line} line */
function watch(registration, line) {
  /** @param {ServiceWorker} worker */
  const offer = (worker) =>
    line.note(
      phrase("site.new version"),
      button(phrase("site.reload"), () => worker.postMessage("take over"), { id: "new-version" }),
    );
  const isUpdate = () => Boolean(navigator.serviceWorker.controller);
  if (registration.waiting && isUpdate()) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener(
      "statechange",
      () => worker.state === "installed" && isUpdate() && offer(worker),
    );
  });
  let reloading = !isUpdate(); // the first worker of all takes over silently
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (reloading) return void (reloading = false);
    reloading = true;
    location.reload();
  });
}
