// The board that matters to the reader, pinned beside or above the log, and whose turn it is there.

import { Board } from "/page/board.js";
import { Clocks } from "/page/clocks.js";
import { one, onClick } from "/page/elements.js";
import { Replay } from "/page/replay.js";
import { Table } from "/page/table.js";
import { Touch } from "/page/touch.js";
import { word } from "/page/words.js";

const HIDDEN_AFTER_MS = 1000;

export class Stage {
  #board = new Board(one("drawing"));
  #shown = null;
  #picture = "";
  #turn = null;
  #asked = null;
  #of = "";
  #leaving = 0;
  #all = new Map();
  sought = "";

  // `ask` sends a question about the board; `say` presses a message's button; `changed` is called
  // afterwards, `tick` in the last seconds.
  constructor({ ask, say, fill, leave, changed, tick }) {
    this.ask = ask;
    this.on = { changed };
    const play = ({ plays, text }) => say({ text: `${plays} ${text}`, pressed: true, reply: this.#shown }, text);
    this.clocks = new Clocks({ look: () => this.replay.isBack || this.look(), tick });
    this.touch = new Touch(this.#board, { ask, fill, leave, play, begin: () => this.#begin(), time: () => this.clocks.said });
    this.players = [];
    onClick("log", (event) => this.#choose(event));
    this.table = new Table({
      ask: () => this.#of && ask({ kind: "table", of: this.#of }),
      press: (place) => this.touch.press(place),
    });
    this.replay = new Replay((turn, isNow) => this.#leafTo(turn, isNow));
  }

  #choose(event) {
    const id = event.target.closest(".message:not(.staged) .picture")?.closest(".message").id.slice(2);
    if (!id || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#pin(this.#all.get(id));
  }

  // `changed` are the new messages, `all` those of the log by id; `reader` is a name.
  follow(changed, all, name) {
    this.#all = all;
    const concerns = (message) => message.private || message.calls || said(message).includes(name);
    const boards = [...all.values()].filter(({ pictures: [card] }) => card?.board);
    const fresh = boards.filter((message) => changed.includes(message));
    const kept = boards.find((message) => message.id === this.#shown && concerns(message));
    const sought = this.sought && boards.findLast(({ text }) => text.includes(this.sought));
    if (sought) this.sought = "";
    this.#pin(sought || (fresh.findLast(concerns) ?? kept ?? boards.findLast(concerns) ?? boards.at(-1)));
    this.#turn = boards.findLast((message) => !message.private && concerns(message)) ?? null;
    if (!this.replay.isBack && changed.some((message) => message.private)) this.look();
    this.draw();
  }

  // Whose turn it is, as text; "" if nobody's. A board where a player continues calls nobody, so the bot says it.
  get turn() {
    const { mention, calls } = this.#asked ?? this.#turn ?? {};
    if (!mention) return "";
    return calls ? word("turn-yours") : word("turn-theirs", { name: mention });
  }

  // The game and ply of the pinned board, or the command that answers its exercise.
  get of() {
    return this.#of;
  }

  draw() {
    one("turn").textContent = this.turn;
    one("turn").classList.toggle("calling", Boolean((this.#asked ?? this.#turn)?.calls));
  }

  // Start over with a new connection: the bot does not know what was shown before.
  greet() {
    this.touch.greet();
    this.clocks.greet();
    this.look();
  }

  look() {
    if (this.#shown) this.ask({ kind: "look", message: this.#shown });
  }

  hear(frame) {
    if (frame.kind === "touched") return this.touch.hear(frame);
    if (frame.kind === "table") return frame.of === this.#of && this.table.draw(frame.told, this.#board.rows);
    if (frame.kind === "past") return this.#leaf(frame);
    if (frame.gone) return;
    this.#board.draw(frame);
    if (frame.message !== this.#shown) return;
    this.#of = frame.of;
    this.#asked = frame.players?.length ? frame : null;
    this.draw();
    this.players = frame.players ?? [];
    this.touch.open(frame);
    this.clocks.show(frame);
    this.replay.list(frame.turns ?? []);
    this.table.renew();
    one("stage").style.setProperty("--shape", frame.size[0] / frame.size[1]);
    one("room").classList.toggle("over", Boolean(frame.over));
    one("aim").textContent = frame.aim ?? "";
    this.on.changed();
  }

  // After the last turn is the present, where the board can be touched again.
  #leafTo(turn, isNow) {
    if (isNow) return this.look();
    this.touch.open({ of: "" });
    this.ask({ kind: "replay", of: this.#of, turn });
  }

  #leaf(frame) {
    if (frame.gone) return;
    this.#board.draw(frame);
    if (frame.of !== this.#of) return this.look();
    if (this.replay.isBack) one("said").textContent = frame.said;
  }

  // A collapsed board is usually followed by the next one, which then keeps the focus.
  #clear() {
    this.#asked = null;
    this.clocks.show({});
    this.#leaving = setTimeout(() => this.#unveil(false), HIDDEN_AFTER_MS);
  }

  // A move is begun: a hint or a wrong answer's refutation leaves the board.
  #begin() {
    if (this.#of.startsWith("/")) this.ask({ kind: "replay", of: this.#of, turn: 0 });
    else if (this.#turn) this.#pin(this.#turn);
  }

  #unveil(shown) {
    one("stage").hidden = !shown;
    one("room").classList.toggle("boarded", shown);
    if (!shown) this.replay.list([]);
  }

  #pin(message) {
    document.querySelector(".staged")?.classList.remove("staged");
    this.#shown = message?.id ?? null;
    clearTimeout(this.#leaving);
    if (!message) return this.#clear();
    this.#unveil(true);
    one(`m-${message.id}`).classList.add("staged");
    const [{ light, width, height }] = message.pictures;
    if (this.#picture === light) return;
    this.#picture = light;
    this.#asked = null;
    one("stage").style.setProperty("--shape", width / height);
    this.look();
  }
}

function said({ text, pictures }) {
  return `${text} ${pictures[0].alt}`;
}
