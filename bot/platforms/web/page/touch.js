// A move in progress on the pinned board, by mouse, finger or keys; only the engine decides what it means.

import { button, one, onClick } from "/page/elements.js";
import { ofBrowser } from "/page/storage.js";
import { word } from "/page/words.js";

const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
const STEPS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };
const WHOLE = ["whole", "legal"];
const NOTHING = { text: "", fit: "part", said: "", ghost: [], handle: null, instead: "" };
// The longest move, and the most presses in one question.
const LONGEST_TEXT = 200;
const MOST_TAPS = 40;

export class Touch {
  #target = one("board");
  #of = "";
  #plays = "";
  #mine = false;
  // The move so far, what is shown without one, what it was before each press, and whether it was
  // made here and not in the box.
  #now = NOTHING;
  #rest = NOTHING;
  #planned = [];
  #before = [];
  #made = false;
  #last = null;
  // The move that was sent or waits to be: its nonce and text, the position, and its drawing.
  #sent = null;
  #atOnce = false;
  // The pending question; presses to be handled in order, and the newest of all other questions.
  #asked = null;
  #presses = [];
  #peek = null;
  #number = 0;
  // The pressed pointer: whether it holds a line's handle, and the places it has passed.
  #stroke = null;
  #hover = null;
  #walker = null;
  #column = 0;

  // `ask` sends a question, `play` sends a complete move, `fill` writes the move so far into the box;
  // `begin` removes a hint or an error from the board, `time` says the clocks.
  constructor(board, handlers) {
    this.board = board;
    this.on = handlers;
    const on = (name, heard, options) => this.#target.addEventListener(name, heard, options);
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#move(event));
    on("pointerup", (event) => this.#up(event));
    on("pointercancel", () => this.#lift());
    on("pointerleave", () => this.#stroke || this.#over(null));
    on("mousedown", (event) => event.preventDefault());
    on("click", () => this.#of || this.#say(word(one("replay").hidden ? "board-picture" : "board-earlier")));
    on("touchstart", (event) => this.#movable(event.touches[0]) && event.preventDefault(), { passive: false });
    on("keydown", (event) => this.#key(event));
    on("focus", () => this.#target.matches(":focus-visible") && this.#arrive());
    on("blur", () => this.board.mark(null));
    onClick("board-play", () => this.send());
    onClick("board-back", () => this.back());
    onClick("board-nearest", () => this.#take(this.#now.instead));
    ofBrowser.remember("one-tap");
  }

  get text() {
    return this.#made ? this.#now.text : "";
  }

  focus() {
    this.#target.focus({ focusVisible: true });
    this.#arrive();
  }

  // Set the current board and its touchable places; a move begun on another position is dropped.
  open({ of, plays = "", mine = false, called = "", words = [], planned = [] }) {
    if (of !== this.#sent?.of) this.#sent = null;
    this.#planned = planned;
    this.#rest = this.#resting();
    const isSame = of === this.#of && mine === this.#mine;
    if (isSame && !this.#now.text) this.#now = this.#rest;
    if (isSame) return this.board.ghost(this.#now.ghost, this.#now.handle);
    if (this.#made) this.on.fill("", this.text);
    [this.#of, this.#plays, this.#mine] = [of, plays, mine];
    this.forget();
    this.#begin(this.#rest);
    this.#target.classList.toggle("mine", mine);
    this.#target.tabIndex = of ? 0 : -1;
    this.#target.ariaLabel = word("board-called", { called });
    one("words").replaceChildren(...(mine ? words : []).map((pair) => this.#button(...pair)));
    this.#say(of && mine ? word("board-yours") : "");
    this.board.mark(document.activeElement === this.#target ? this.#walker : null);
  }

  typed(text) {
    if (!this.#of || text === this.#now.text) return;
    this.#begin(text ? { ...NOTHING, text } : this.#rest);
    if (text && text.length <= LONGEST_TEXT && !text.startsWith("/")) this.#look({ typed: true });
  }

  hear({ number, gone, failed, told, ...verdict }) {
    if (number !== this.#asked?.number) return;
    const { presses, peek, text } = this.#asked;
    this.#asked = null;
    if (failed) this.#say(word("board-failed"));
    if (gone) this.#presses = [];
    else if (presses) this.#come(verdict, presses);
    else if (peek.about) this.#say(told || verdict.said);
    else if (peek.typed) text === this.#now.text && this.#read(verdict);
    else this.#show(verdict);
    this.#ask();
  }

  send() {
    const { text, ghost } = this.#now;
    if (!text) return;
    this.on.fill("", text);
    const { nonce, sent } = this.on.play({ plays: this.#plays, text });
    this.#sent = { nonce, text, ghost, of: this.#of };
    this.#rest = this.#resting();
    this.#begin(this.#rest);
    this.#say(sent ? "" : word("board-waiting", { move: text }));
  }

  // Texts that the bot has handled: the next board, or a refusal in the log, shows the result of a move.
  settle(nonces) {
    if (!this.#sent || !nonces.includes(this.#sent.nonce)) return;
    this.#sent = null;
    const resting = this.#now === this.#rest;
    this.#rest = this.#resting();
    if (resting) this.#begin(this.#rest);
  }

  // The connection is lost: undo what was not judged yet; a sent move may have to be sent again.
  lose() {
    if (this.#presses.length) this.#say(word("board-offline"));
    this.forget();
    if (this.#sent) this.#say(word("board-waiting", { move: this.#sent.text }));
  }

  greet() {
    this.forget();
    if (this.#sent) this.#say("");
  }

  press(place) {
    this.#atOnce = false;
    this.#tap(place);
  }

  // Undo half a move; a move that was not begun here stays.
  back() {
    if (!this.#made) return false;
    const { text } = this.#now;
    this.#now = this.#before.pop() ?? this.#rest;
    this.#made = Boolean(this.#now.text);
    this.#last = null;
    this.on.fill(this.#now.text, text);
    this.#show(this.#now);
    this.#say([this.#now.text, this.#now.said || word("board-back")].join(" ").trim());
    return true;
  }

  forget() {
    [this.#asked, this.#presses, this.#peek] = [null, [], null];
  }

  #resting() {
    return { ...NOTHING, ghost: [...this.#planned, ...(this.#sent?.ghost ?? [])] };
  }

  #begin(now) {
    [this.#now, this.#before, this.#made, this.#last] = [now, [], false, null];
    [this.#presses, this.#peek] = [[], null];
    this.board.ghost(now.ghost, null);
    this.#offer();
  }

  // Show the move so far; a mouse plays it as soon as it is complete.
  #come(verdict, presses) {
    this.#presses.splice(0, presses);
    this.on.fill(verdict.text, this.#now.text);
    this.#before.push(this.#now);
    [this.#now, this.#made] = [verdict, Boolean(verdict.text)];
    this.#show(verdict);
    if (this.#presses.length) return;
    if (this.#atOnce && verdict.fit === "whole") this.send();
    else if (verdict.fit === "whole") this.#say(`${verdict.said} ${word("board-again")}`);
    else if (verdict.fit === "legal") this.#say(`${verdict.said} ${word("board-or-on")}`);
    else if (verdict.instead) this.#say(`${verdict.said} ${word("board-nearest", { move: verdict.instead })}`);
  }

  #read(verdict) {
    this.#now = verdict.fit === "unread" ? { ...verdict, said: "" } : verdict;
    this.#show(this.#now);
  }

  #take(text) {
    this.on.fill(text, this.#now.text);
    this.#before.push(this.#now);
    [this.#now, this.#made] = [{ ...NOTHING, text }, true];
    this.#look({ typed: true });
  }

  #show({ fit, said, ghost, handle }) {
    this.board.ghost(ghost, handle);
    this.#say(said);
    one("said").className = `said ${fit}`;
    this.#offer();
  }

  #say(text) {
    if (one("said").textContent !== text) one("said").textContent = text;
  }

  #offer() {
    const { fit, instead } = this.#now;
    one("board-play").hidden = !this.#made || !WHOLE.includes(fit);
    one("board-back").hidden = !this.#made;
    one("board-nearest").hidden = !instead;
    one("board-nearest").textContent = word("board-nearest", { move: instead });
  }

  #movable(pointer) {
    return Boolean(this.#of && this.#mine && (this.board.holds(pointer) || this.board.at(pointer)));
  }

  #down(event) {
    if (!event.isPrimary || event.button || !this.#of) return;
    const held = this.board.holds(event);
    const place = held ? null : this.board.at(event);
    if (!held && !place) return;
    const finger = event.pointerType !== "mouse";
    this.#atOnce = !finger || one("one-tap").checked;
    this.#walker = place ?? this.#walker;
    this.#stroke = { held, finger, moved: false, path: place ? [place] : [] };
    if (this.#mine) this.#target.setPointerCapture(event.pointerId);
  }

  #move(event) {
    if (!this.#stroke) return event.pointerType === "mouse" && this.#pass(event);
    const { held, path, finger } = this.#stroke;
    if (!this.#mine) return;
    if (finger) this.board.loupe(event);
    const place = held ? null : this.board.at(event);
    if (held) this.#look({ at: this.board.point(event) });
    else if (place && !path.includes(place)) this.#look({ taps: [path.concat(place).join(" ")] });
    if (place && !path.includes(place)) path.push(place);
    this.#stroke.moved = true;
  }

  #up(event) {
    const { held, moved, path } = this.#stroke ?? { path: [] };
    this.#lift();
    if (held && moved) this.#press({ at: this.board.point(event) });
    else if (held) WHOLE.includes(this.#now.fit) && this.send();
    else if (path.length > 1) this.#press({ place: path.join(" ") });
    else if (path.length) this.#tap(path[0]);
  }

  #lift() {
    this.#stroke = null;
    this.board.loupe(null);
  }

  #tap(place) {
    if (!this.#mine) return this.#say(word("board-not-yours"));
    const again = place === this.#last && !this.#presses.length && WHOLE.includes(this.#now.fit);
    if (again && this.#now.text) return this.send();
    this.#last = place;
    this.#press({ place });
  }

  #press(press) {
    if (!this.#made) this.on.begin();
    this.#presses.push(press);
    this.#ask();
  }

  #pass(event) {
    const held = this.board.holds(event);
    this.#target.classList.toggle("held", held);
    if (this.#of && this.#mine && !event.buttons) this.#over(held ? null : this.board.at(event));
  }

  #over(place) {
    if (place === this.#hover) return;
    this.#hover = place;
    this.#target.classList.toggle("over", Boolean(place));
    if (this.#presses.length) return;
    if (place && !this.#now.handle) this.#look({ taps: [place] });
    else if (this.#of && !this.#now.handle) {
      this.#peek = null;
      this.board.ghost(this.#now.ghost, null);
    }
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#of) return;
    const way = ARROWS[event.key];
    if (way) this.#atOnce = false;
    if (way && this.#made && this.#now.handle) this.#press({ place: way });
    else if (way) this.#walk(...STEPS[way]);
    else if (event.key === "Enter" || event.key === " ") this.#choose();
    else if (event.key === "Escape") this.back() || this.on.leave();
    else if (event.key === "?") this.#say(word("board-keys"));
    else if (event.key === "t") this.#say(this.on.time());
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // A bent line is played from any position; one that does not fit is replaced by the nearest that does.
  #choose() {
    this.#atOnce = false;
    if (this.#made && this.#now.instead) this.#take(this.#now.instead);
    else if (this.#made && this.#now.handle) WHOLE.includes(this.#now.fit) && this.send();
    else if (this.#walker) this.#tap(this.#walker);
  }

  #arrive() {
    const { rows } = this.board;
    if (!this.#of || !rows.length) return;
    const known = rows.flat().some(({ name }) => name === this.#walker);
    const [first] = rows.at(-1);
    if (!known) [this.#walker, this.#column] = [first.name, first.x];
    this.#stand();
  }

  // Left and right go through a row and on to the next one; up and down to the nearest place in the next row.
  #walk(right, down) {
    const { rows } = this.board;
    const row = rows.findIndex((places) => places.some(({ name }) => name === this.#walker));
    if (row < 0) return this.#arrive();
    const next = rows[row + down];
    if (down && next) this.#walker = next.toSorted((one, other) => off(one, this.#column) - off(other, this.#column))[0].name;
    if (right) this.#step(rows, right);
    this.#stand();
  }

  #step(rows, right) {
    const all = rows.toReversed().flat();
    const at = all.findIndex(({ name }) => name === this.#walker);
    const to = all[(at + right + all.length) % all.length];
    [this.#walker, this.#column] = [to.name, to.x];
  }

  #stand() {
    this.board.mark(this.#walker);
    this.#look({ about: this.#walker });
  }

  #button(label, text) {
    return button({ textContent: label }, () => {
      if (this.#made) this.on.fill("", this.text);
      this.#now = { ...NOTHING, text };
      this.send();
    });
  }

  #look(peek) {
    this.#peek = peek;
    this.#ask();
  }

  // Presses first, up to one that moves the handle; then the newest preview.
  #ask() {
    if (this.#asked || !(this.#presses.length || this.#peek)) return;
    const held = this.#presses.findIndex((press) => press.at);
    const sent = this.#presses.slice(0, Math.min(held < 0 ? MOST_TAPS : held + 1, MOST_TAPS));
    const peek = sent.length ? null : this.#peek;
    if (peek) this.#peek = null;
    this.#number += 1;
    this.#asked = { number: this.#number, presses: sent.length, peek, text: this.#now.text };
    const taps = peek ? (peek.taps ?? []) : sent.flatMap(({ place }) => place ?? []);
    const { about = "", at = null } = peek ?? sent.at(-1);
    const asked = { kind: "touch", number: this.#number, of: this.#of, text: this.#now.text, taps, about, at };
    if (!this.on.ask(asked)) this.lose();
  }
}

function off({ x }, column) {
  return Math.abs(x - column);
}
