// The board as a table of its places, in the rows of the drawing; a place pressed in it is pressed on the board.

import { button, make, one } from "/page/elements.js";
import { ofBrowser } from "/page/storage.js";

const WANTED = "as-table";

export class Table {
  #told = new Map();

  // `ask` requests the current board's places; `press` presses a place.
  constructor({ ask, press }) {
    Object.assign(this, { ask, press });
    ofBrowser.remember(WANTED, () => this.renew());
  }

  renew() {
    one("table").hidden = !one(WANTED).checked;
    if (one(WANTED).checked) this.ask();
  }

  // Keep the focus at its place.
  draw(told, rows) {
    const held = one("table").contains(document.activeElement) ? document.activeElement.dataset.place : null;
    this.#told = new Map(told);
    one("places").replaceChildren(...rows.map((row) => make("tr", { role: "row" }, ...row.map(({ name }) => this.#cell(name)))));
    one("places").querySelector(`[data-place="${held}"]`)?.focus();
  }

  #cell(name) {
    const cell = button({ textContent: this.#told.get(name) || name }, () => this.press(name));
    cell.dataset.place = name;
    return make("td", { role: "cell" }, cell);
  }
}
