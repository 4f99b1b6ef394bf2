// The link that moves a person's seat to another device: shown to them alone, and confirmed where it is opened.

import { one, onClick } from "/page/elements.js";
import { word } from "/page/words.js";

export class Elsewhere {
  constructor(link) {
    onClick("elsewhere-open", () => this.#open(link()));
    onClick("elsewhere-copy", () => this.#copy());
  }

  #open(link) {
    one("elsewhere-link").value = link;
    one("elsewhere-copy").textContent = word("elsewhere-copy");
    one("elsewhere").showModal();
    one("elsewhere-link").select();
  }

  // Without a secure connection a page has no clipboard; then the link is selected.
  async #copy() {
    one("elsewhere-link").select();
    await navigator.clipboard?.writeText(one("elsewhere-link").value);
    if (navigator.clipboard) one("elsewhere-copy").textContent = word("elsewhere-copied");
  }
}

// Ask whether the tab of `here` should become that of the link, `there`; dismissing the question means no.
export function chooseSeat(here, there) {
  const dialog = one("choose-seat");
  for (const [id, key] of [["title", "seat-title"], ["note", "seat-note"], ["no", "seat-no"], ["yes", "seat-yes"]]) {
    one(`choose-seat-${id}`).textContent = word(key, { here, there });
  }
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((answer) => {
    dialog.addEventListener("close", () => answer(dialog.returnValue === "yes"), { once: true });
  });
}
