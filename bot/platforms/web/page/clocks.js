// Both players' clocks: drawn, said on request and when time is low, and heard then.

import { one } from "/page/elements.js";
import { word } from "/page/words.js";

const LOW = 10_000;
const AGAIN = 2000;
const CHECK = 10_000;

export class Clocks {
  #clocks = null;
  #begun = 0;
  #delay = Infinity;
  #of = "";
  #seen = 0;
  #timer = 0;
  #check = 0;
  #second = 0;

  constructor(on) {
    this.on = on;
  }

  // The quickest frame so far tells the bot's time best. The clocks stand while it does not hear the player to move.
  show({ clocks, of, mine, over }) {
    clearTimeout(this.#timer);
    clearTimeout(this.#check);
    const now = performance.now();
    this.#clocks = clocks;
    if (`${of} ${mine}` !== this.#of) [this.#of, this.#seen, this.#second] = [`${of} ${mine}`, mine && now, 0];
    one("clocks").hidden = !clocks;
    if (!clocks) return;
    this.#delay = Math.min(this.#delay, now - 1000 * clocks.at);
    this.#begun = this.#delay + 1000 * clocks.at;
    this.#draw();
    if (!over) this.#check = setTimeout(this.on.look, clocks.runs === null ? AGAIN : CHECK);
  }

  // The bot's own clock may have been set, or be another machine's.
  greet() {
    this.#delay = Infinity;
  }

  // The milliseconds since the reader saw the position: the bot gives back the rest.
  get spent() {
    return this.#clocks && this.#seen ? Math.round(performance.now() - this.#seen) : undefined;
  }

  get said() {
    return this.#clocks?.players.map((name, n) => `${name} ${this.#time(n)}`).join(", ") ?? "";
  }

  #time(n) {
    const { runs, limit } = this.#clocks;
    if (n !== runs || limit === null) return shown(this.#left(n));
    return word("clock-first", { left: shown(1000 * limit - performance.now() + this.#begun) });
  }

  #left(n) {
    const { seconds, runs, limit } = this.#clocks;
    return 1000 * seconds[n] - (n === runs && limit === null ? performance.now() - this.#begun : 0);
  }

  // Draw again when the second shown ends, or the tenth.
  #draw() {
    const { players, runs } = this.#clocks;
    players.forEach((name, n) => {
      const [clock, left] = [one("clocks").children[n], this.#left(n)];
      [clock.firstChild.textContent, clock.lastChild.textContent] = [name, this.#time(n)];
      clock.className = [n === runs && "runs", left < LOW && "low"].join(" ");
    });
    if (runs === null) return;
    const left = this.#left(runs);
    if (left <= 0) return (this.#timer = setTimeout(this.on.look, AGAIN));
    this.#timer = setTimeout(() => this.#draw(), 1 + (left % (left > LOW ? 1000 : 100)));
    if (left < LOW && this.#seen) this.#warn(Math.ceil(left / 1000));
  }

  #warn(second) {
    if (second === this.#second) return;
    if (!this.#second) one("heard").replaceChildren(word("clock-low", { n: second }));
    this.#second = second;
    this.on.tick();
  }
}

// Return `2:58`, below ten seconds with a tenth.
function shown(ms) {
  const [left, tenth] = [Math.max(0, ms), ms < LOW ? 100 : 1000];
  const [minutes, rest] = [Math.floor(left / 60_000), Math.floor((left % 60_000) / tenth) * tenth];
  return `${minutes}:${(rest / 1000).toFixed(ms < LOW ? 1 : 0).padStart(ms < LOW ? 4 : 2, "0")}`;
}
