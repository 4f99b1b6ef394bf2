// Unhandled texts: kept over a reload, and shown below the log with their state.

import { make, one } from "/page/elements.js";
import { ofBrowser } from "/page/storage.js";
import { word } from "/page/words.js";

export class Unsent {
  #frames = new Map();
  #key = "";

  open({ token, channel }) {
    this.#key = `unsent ${token} ${channel}`;
    const stored = ofBrowser.read(this.#key);
    this.#frames = new Map(Array.isArray(stored) ? stored.filter((pair) => pair?.[1]?.nonce) : []);
  }

  clear() {
    this.#frames.clear();
    this.#keep();
  }

  get size() {
    return this.#frames.size;
  }

  get frames() {
    return [...this.#frames.values()].map(({ label, ...frame }) => frame);
  }

  add(frame, label) {
    this.#frames.set(frame.nonce, { ...frame, label });
    this.#keep();
  }

  drop(nonces) {
    const before = this.#frames.size;
    for (const nonce of nonces) this.#frames.delete(nonce);
    if (this.#frames.size < before) this.#keep();
  }

  // Texts that are already in the log are not shown twice; a press is shown while it waits for a connection.
  show(state) {
    const thinking = state === "thinking";
    const isShown = ({ pressed, nonce }) => (pressed ? !thinking : !document.querySelector(`[id$="-${nonce}"]`));
    const shown = state === "connected" ? [] : [...this.#frames.values()].filter(isShown);
    one("unsent").replaceChildren(...shown.map((frame) => row(frame, thinking)));
  }

  #keep() {
    if (this.#frames.size) ofBrowser.write(this.#key, [...this.#frames]);
    else ofBrowser.remove(this.#key);
  }
}

function row({ text, file, label }, thinking) {
  const said = make("p", { className: "text", textContent: label || text || file.name });
  return make("li", {}, said, make("p", { className: "mark", textContent: word(thinking ? "unsent-thinking" : "unsent-waiting") }));
}
