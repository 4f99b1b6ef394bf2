// One lasting conversation over many connections: it reconnects by itself, requests what it missed,
// and keeps sent texts until the bot has handled them.

import { freshId } from "/page/identity.js";
import { Unsent } from "/page/unsent.js";

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
// Milliseconds of silence after sending until the bot is pinged, and until the answer to that is overdue.
const QUIET = 8000;
const LATE = 4000;
const SIGN_OF_LIFE = { kind: "look", message: "" };

export class Connection {
  #socket = null;
  #hello = null;
  #stamp = "";
  #unsent = new Unsent();
  #wait = FIRST_WAIT;
  #timer = 0;
  #watch = 0;

  constructor(on) {
    this.on = on;
    addEventListener("online", () => this.#hurry());
    addEventListener("offline", () => this.#drop());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
  }

  enter(hello) {
    if (hello.channel !== this.#hello?.channel) this.#stamp = "";
    this.#hello = hello;
    this.#unsent.open(hello);
    this.#wait = FIRST_WAIT;
    const former = this.#socket;
    this.#open();
    former?.close();
  }

  leave() {
    this.#hello = null;
    clearTimeout(this.#timer);
    clearTimeout(this.#watch);
    this.#socket?.close();
  }

  forget() {
    this.#unsent.clear();
    this.leave();
  }

  // Each sent text, and whether it is on its way or waits for a connection; a press is shown by its label meanwhile.
  say(frame, label = "") {
    const said = { kind: "say", nonce: freshId(), spent: this.on.spent(), ...frame };
    const sent = this.#isOpen;
    this.#unsent.add(said, label);
    if (sent) this.#send(said);
    this.#tell();
    return { nonce: said.nonce, sent };
  }

  // Send a question; return whether it was sent.
  ask(frame) {
    const sent = this.#isOpen;
    if (sent) this.#send(frame);
    return sent;
  }

  get #isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  #open() {
    clearTimeout(this.#timer);
    clearTimeout(this.#watch);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${document.documentElement.dataset.base ?? ""}/socket`);
    this.#socket = socket;
    socket.onopen = () => this.#greet();
    socket.onmessage = (event) => socket === this.#socket && this.#hear(JSON.parse(event.data));
    socket.onclose = () => socket === this.#socket && this.#lose();
  }

  #greet() {
    this.#send({ kind: "hello", ...this.#hello, since: this.#stamp });
    for (const frame of this.#unsent.frames) this.#send(frame);
    this.on.greeted();
  }

  #hear(frame) {
    this.#listen();
    if (frame.kind === "no") return this.on.refused(frame.code);
    if (frame.kind !== "news") return this.on.hear(frame);
    this.#wait = FIRST_WAIT;
    const first = this.#stamp === "";
    this.#stamp = frame.at;
    const awaited = this.#unsent.size > 0;
    this.#unsent.drop(frame.done ?? []);
    this.on.done(frame.done ?? []);
    this.#listen();
    this.on.news(frame, first, awaited);
    this.#tell();
  }

  // Silence only matters while something is awaited.
  #listen() {
    clearTimeout(this.#watch);
    if (this.#unsent.size) this.#watch = setTimeout(() => this.#probe(), QUIET);
  }

  // A lost network closes no socket, so it is closed here.
  #drop() {
    if (!this.#socket) return;
    this.#socket.close();
    this.#lose();
  }

  #lose() {
    this.#socket = null;
    clearTimeout(this.#watch);
    if (!this.#hello) return;
    this.#tell();
    this.#timer = setTimeout(() => this.#open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  #hurry() {
    if (this.#hello && !this.#socket) this.#open();
  }

  #tell() {
    this.on.status(this.#isOpen, this.#unsent);
  }

  #send(frame) {
    this.#socket.send(JSON.stringify(frame));
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#probe(), QUIET);
  }

  #probe() {
    this.#socket.send(JSON.stringify(SIGN_OF_LIFE));
    this.#watch = setTimeout(() => this.#drop(), LATE);
  }
}
