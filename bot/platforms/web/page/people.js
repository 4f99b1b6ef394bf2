// The people present: a list that follows the bot's news, and the settings, in a panel that opens on demand.

import { button, make, one, onClick } from "/page/elements.js";
import { counted, word } from "/page/words.js";

export class People {
  #named = new Map();
  #count = 0;

  constructor(mention) {
    this.mention = mention;
    onClick("people-toggle", () => this.#open(!one("people").classList.contains("open")));
    addEventListener("pointerdown", ({ target }) => target.closest("#people, #people-toggle") || this.#open(false));
    one("people").addEventListener("keydown", ({ key }) => key === "Escape" && this.#close());
  }

  change({ count, came, gone, anew }) {
    if (anew) this.#named.clear();
    for (const handle of gone) this.#named.delete(handle);
    for (const person of came) this.#named.set(person.handle, person);
    this.#count = count;
    this.draw();
  }

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
    const chosen = () => {
      this.#open(false);
      this.mention(handle);
    };
    return make("li", {}, button({ textContent: name, ariaLabel }, chosen));
  }

  #open(open) {
    one("people").classList.toggle("open", open);
    one("people-toggle").ariaExpanded = String(open);
  }

  #close() {
    this.#open(false);
    one("people-toggle").focus();
  }
}
