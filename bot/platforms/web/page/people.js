// Who is here: a list, and its toggle on small screens.

import { make, one } from "/page/elements.js";
import { counted, word } from "/page/words.js";

export class People {
  constructor(mention) {
    this.mention = mention;
    one("people-toggle").addEventListener("click", () => this.#toggle());
  }

  show(people) {
    one("people-toggle").textContent = counted("count", people.length);
    one("people-list").replaceChildren(...people.map((person) => this.#row(person)));
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
