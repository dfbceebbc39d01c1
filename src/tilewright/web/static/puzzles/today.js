import { $ } from "../core/dom.js";
export const show = () => $("today").replaceChildren();
