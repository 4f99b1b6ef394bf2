// Of all boards the one that matters to the reader, pinned beside the talk, or above it where the page is narrow; and
// whose turn it is there.

import { Board } from "/page/board.js";
import { one } from "/page/elements.js";
import { Touch } from "/page/touch.js";
import { word } from "/page/words.js";

export class Stage {
  #board = new Board(one("drawing"));
  #shown = null;
  #picture = "";
  #turn = null;

  // `ask` puts a question to the bot about the board; `say` presses what a message offers.
  constructor({ ask, say, fill, leave }) {
    this.ask = ask;
    const play = ({ of, text }) => say({ text: `/move ${of} ${text}`, pressed: true, reply: this.#shown });
    this.touch = new Touch(this.#board, { ask, fill, leave, play });
  }

  // `changed` are messages that came just now, `all` those of the log by id; the reader goes by a name.
  follow(changed, all, name) {
    const concerns = (message) => message.private || message.calls || said(message).includes(name);
    const boards = [...all.values()].filter((message) => message.pictures.length);
    const fresh = boards.filter((message) => changed.includes(message));
    const kept = boards.find((message) => message.id === this.#shown && concerns(message));
    this.#pin(fresh.findLast(concerns) ?? kept ?? boards.findLast(concerns) ?? boards.at(-1));
    this.#turn = boards.findLast((message) => !message.private && concerns(message)) ?? null;
    this.draw();
  }

  // Whose turn it is, in words; "" if nobody is asked.
  get turn() {
    if (!this.#turn?.mention) return "";
    return this.#turn.calls ? word("turn-yours") : word("turn-theirs", { name: this.#turn.mention });
  }

  draw() {
    one("turn").textContent = this.turn;
    one("turn").classList.toggle("calling", Boolean(this.#turn?.calls));
  }

  // After a break the bot knows nothing of what was shown before.
  look() {
    this.touch.forget();
    if (this.#shown) this.ask({ kind: "look", message: this.#shown });
  }

  hear(frame) {
    if (frame.kind === "touched") return this.touch.hear(frame);
    if (frame.gone || frame.message !== this.#shown) return;
    this.#board.draw(frame);
    this.touch.open(frame);
    one("stage").style.setProperty("--shape", frame.size[0] / frame.size[1]);
  }

  #pin(message) {
    document.querySelector(".staged")?.classList.remove("staged");
    this.#shown = message?.id ?? null;
    one("stage").hidden = !message;
    if (!message) return;
    one(`m-${message.id}`).classList.add("staged");
    const [{ light, width, height }] = message.pictures;
    if (this.#picture === light) return;
    this.#picture = light;
    one("stage").style.setProperty("--shape", width / height);
    this.look();
  }
}

function said({ text, pictures }) {
  return `${text} ${pictures[0].alt}`;
}
