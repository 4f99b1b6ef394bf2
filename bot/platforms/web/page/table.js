// The board as a table: what is at each place, in the rows of the drawing; a place that is pressed there is pressed here.

import { make, one } from "/page/elements.js";
import { ofBrowser } from "/page/storage.js";

const WANTED = "as-table";

export class Table {
  #told = new Map();

  // `ask` asks what is where on the board of now; `press` presses a place.
  constructor({ ask, press }) {
    Object.assign(this, { ask, press });
    one(WANTED).checked = Boolean(ofBrowser.read(WANTED));
    one(WANTED).addEventListener("change", () => {
      ofBrowser.remember(WANTED, one(WANTED));
      this.renew();
    });
  }

  renew() {
    one("table").hidden = !one(WANTED).checked;
    if (one(WANTED).checked) this.ask();
  }

  // The focus stays at its place.
  draw(told, rows) {
    const held = one("table").contains(document.activeElement) ? document.activeElement.dataset.place : null;
    this.#told = new Map(told);
    one("places").replaceChildren(...rows.map((row) => make("tr", {}, ...row.map(({ name }) => this.#cell(name)))));
    one("places").querySelector(`[data-place="${held}"]`)?.focus();
  }

  #cell(name) {
    const button = make("button", { type: "button", textContent: this.#told.get(name) || name });
    button.dataset.place = name;
    button.addEventListener("click", () => this.press(name));
    return make("td", {}, button);
  }
}
