// Of all boards the one that matters to the reader: whose turn it is there, and, on a wide screen, large beside the log.

import { make, one } from "/page/elements.js";
import { picture } from "/page/message.js";
import { word } from "/page/words.js";

const MENU = 5;

export class Stage {
  #shown = null;
  #turn = null;

  // `changed` are messages that came just now, `all` those of the log by id; the reader goes by a name.
  follow(changed, all, name) {
    const concerns = (message) => message.private || message.calls || said(message).includes(name);
    const boards = [...all.values()].filter((message) => message.pictures.length);
    const fresh = boards.filter((message) => changed.includes(message));
    const kept = boards.find((message) => message.id === this.#shown && concerns(message));
    this.#put(fresh.findLast(concerns) ?? kept ?? boards.findLast(concerns) ?? boards.at(-1));
    this.#turn = boards.findLast((message) => !message.private && concerns(message)) ?? null;
    for (const message of changed.filter(isMenu)) this.#peek(message, boards);
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

  // On a narrow screen a menu of moves has the board in it, for the board itself is out of sight then.
  #peek({ id }, boards) {
    const board = boards.find((message) => message.id === this.#shown)?.pictures[0];
    if (!board) return;
    const peek = make("div", { className: "peek", ariaHidden: "true" }, picture({ ...board, alt: "" }).firstChild);
    peek.style.setProperty("--shape", board.width / board.height);
    one(`m-${id}`).querySelector(".buttons").before(peek);
  }

  #put(message) {
    document.querySelector(".staged")?.classList.remove("staged");
    this.#shown = message?.id ?? null;
    one("stage").hidden = !message;
    if (!message) return;
    one(`m-${message.id}`).classList.add("staged");
    const [board] = message.pictures;
    if (one("stage").dataset.board === board.light) return;
    one("stage").dataset.board = board.light;
    one("stage").replaceChildren(picture({ ...board, alt: "" }).firstChild);
    one("stage").style.setProperty("--shape", board.width / board.height);
  }
}

function isMenu({ private: own, pictures, buttons }) {
  return own && !pictures.length && buttons.flat().length > MENU;
}

function said({ text, pictures }) {
  return `${text} ${pictures[0].alt}`;
}
