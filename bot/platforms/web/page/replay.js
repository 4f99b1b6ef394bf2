// The replay bar below the board: buttons and arrow keys step through the turns of a game.

import { button, make, one } from "/page/elements.js";
import { word } from "/page/words.js";

const BUTTONS = [-Infinity, -1, 1, Infinity];
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

export class Replay {
  #turns = [];
  #at = 0;
  #buttons = [...one("replay").querySelectorAll("button")];

  // `show` is called with the number of turns to show, and whether these are all.
  constructor(show) {
    this.show = show;
    this.#buttons.forEach((button, n) => button.addEventListener("click", () => this.step(BUTTONS[n])));
    one("replay").addEventListener("keydown", (event) => this.key(event));
  }

  list(turns) {
    [this.#turns, this.#at] = [turns, turns.length];
    one("replay").hidden = !turns.length;
    one("moves").replaceChildren(...turns.map((turn, n) => make("li", {}, this.#turn(turn, n + 1))));
    this.#draw();
  }

  get isBack() {
    return this.#at < this.#turns.length;
  }

  // Handle a key; return whether it is one of the bar's.
  key(event) {
    const step = event.ctrlKey || event.metaKey || event.altKey ? 0 : STEPS[event.key];
    if (!step || !this.#turns.length) return false;
    event.preventDefault();
    event.stopPropagation();
    this.step(step);
    return true;
  }

  step(by) {
    const to = Math.min(Math.max(this.#at + by, 0), this.#turns.length);
    if (to === this.#at) return;
    this.#at = to;
    this.#draw();
    this.show(to, !this.isBack);
  }

  #turn(textContent, number) {
    return button({ textContent }, () => this.step(number - this.#at));
  }

  #draw() {
    one("moves").querySelector("[aria-current]")?.removeAttribute("aria-current");
    const shown = one("moves").children[this.#at - 1]?.firstChild;
    if (shown) shown.ariaCurrent = "step";
    if (this.isBack) shown?.scrollIntoView({ block: "nearest" });
    const last = this.#turns.length;
    one("replay-at").textContent = `${this.#at}/${last}`;
    one("replay-at").title = this.#at ? this.#turns[this.#at - 1] : word("replay-start");
    this.#buttons.forEach((button, n) => (button.ariaDisabled = String(BUTTONS[n] < 0 ? !this.#at : this.#at === last)));
  }
}
