// The people present: a list that follows the bot's news, and its toggle on small screens.

import { make, one } from "/page/elements.js";
import { counted, word } from "/page/words.js";

export class People {
  #named = new Map();
  #count = 0;

  constructor(mention) {
    this.mention = mention;
    one("people-toggle").addEventListener("click", () => this.#toggle());
  }

  change({ count, came, gone, anew }) {
    if (anew) this.#named.clear();
    for (const handle of gone) this.#named.delete(handle);
    for (const person of came) this.#named.set(person.handle, person);
    this.#count = count;
    this.draw();
  }

  // The people present who are not playing.
  besides(players) {
    return this.#count - players.filter((handle) => this.#named.has(handle)).length;
  }

  draw() {
    const unnamed = this.#count - this.#named.size;
    const more = unnamed > 0 ? [make("li", { className: "more", textContent: counted("more-people", unnamed) })] : [];
    one("people-toggle").textContent = counted("count", this.#count);
    one("people-list").replaceChildren(...[...this.#named.values()].map((person) => this.#row(person)), ...more);
  }

  #row({ name, handle, you }) {
    if (you) return make("li", {}, make("span", { textContent: `${name} (${word("you")})` }));
    const ariaLabel = word("mention-person", { name });
    const button = make("button", { type: "button", textContent: name, ariaLabel });
    button.addEventListener("click", () => this.mention(handle));
    return make("li", {}, button);
  }

  #toggle() {
    const open = one("people").classList.toggle("open");
    one("people-toggle").ariaExpanded = String(open);
  }
}
