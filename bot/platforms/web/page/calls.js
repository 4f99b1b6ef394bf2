// Calls a reader who is looking elsewhere: title and icon say whose turn it is; sound and notification are optional.

import { one } from "/page/elements.js";
import { ofBrowser } from "/page/storage.js";
import { word } from "/page/words.js";

const TONES = { moved: [520], ticked: [1040], called: [660, 880] };

export class Calls {
  #called = false;
  #sound = null;

  constructor() {
    ofBrowser.remember("sounds", () => void this.#wake()?.then(() => this.#play(TONES.called)));
    window.onclick = window.onkeydown = () => void this.#wake();
    ofBrowser.remember("notices", async (box) => {
      if (box.checked) box.checked = (await Notification.requestPermission()) === "granted";
    });
    one("notices").closest("label").hidden = !("Notification" in window);
    document.addEventListener("visibilitychange", () => document.hidden || this.answer());
  }

  come(boards, turn) {
    const calls = boards.some((message) => message.calls);
    if (boards.length) this.#play(TONES[calls ? "called" : "moved"]);
    if (!calls || !document.hidden) return;
    this.#called = true;
    if (one("notices").checked) notify(turn);
  }

  tick() {
    this.#play(TONES.ticked);
  }

  // The tab's title is narrow.
  entitle(turn, place) {
    document.title = [this.#called ? `● ${turn}` : turn, `#${place}`, word("bot")].filter(Boolean).join(" · ");
    one("tab-icon").href = this.#called ? "/page/icon-called.svg" : "/page/icon.svg";
  }

  answer() {
    this.#called = false;
  }

  // A browser lets a page play sound only from a press on it.
  #wake() {
    if (one("sounds").checked && window.AudioContext) return (this.#sound ??= new AudioContext()).resume();
  }

  #play(tones) {
    if (!one("sounds").checked || this.#sound?.state !== "running") return;
    const begin = this.#sound.currentTime;
    tones.forEach((frequency, number) => {
      const [tone, volume] = [this.#sound.createOscillator(), this.#sound.createGain()];
      const [from, to] = [begin + number * 0.12, begin + number * 0.12 + 0.1];
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(0.08, from);
      volume.gain.exponentialRampToValueAtTime(0.001, to);
      tone.connect(volume).connect(this.#sound.destination);
      tone.start(from);
      tone.stop(to);
    });
  }
}

// Some phones do not allow this.
function notify(turn) {
  try {
    const notice = new Notification(word("bot"), { body: turn || word("turn-yours"), tag: "tetradka-turn" });
    notice.onclick = () => window.focus();
  } catch {
    one("notices").checked = false;
  }
}
