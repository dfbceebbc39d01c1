// Back and Forward show a page where it was left, a link shows it from its top. The browser's own way comes too early,
// when the page at the address is not built yet.

const left = new Map(); // address -> pixels
let isReturn = false; // whether the latest way here was Back or Forward

export function watchScrolling() {
  history.scrollRestoration = "manual";
  window.navigation?.addEventListener("navigate", ({ navigationType }) => {
    left.set(location.hash, scrollY);
    isReturn = navigationType === "traverse";
  });
}

// Called when the page at the present address stands.
export function scrollToPlace() {
  scrollTo(0, (isReturn && left.get(location.hash)) || 0);
}
