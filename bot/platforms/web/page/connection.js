// One lasting conversation over many connections: it reconnects by itself, asks for what it missed,
// and keeps what was said until the bot has dealt with it.

import { freshId } from "/page/identity.js";
import { Unsent } from "/page/unsent.js";

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;

export class Connection {
  #socket = null;
  #hello = null;
  #stamp = "";
  #unsent = new Unsent();
  #wait = FIRST_WAIT;
  #timer = 0;

  constructor(on) {
    this.on = on;
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
  }

  enter(hello) {
    if (hello.channel !== this.#hello?.channel) this.#stamp = "";
    this.#hello = hello;
    this.#unsent.open(hello);
    this.#wait = FIRST_WAIT;
    this.#open();
  }

  leave() {
    this.#hello = null;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  forget() {
    this.#unsent.clear();
    this.leave();
  }

  say(frame) {
    const said = { kind: "say", nonce: freshId(), ...frame };
    this.#unsent.add(said);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#send(said);
    this.#tell();
  }

  // A question that is worth nothing later.
  ask(frame) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#send(frame);
  }

  #open() {
    clearTimeout(this.#timer);
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
    if (frame.kind === "no") return this.on.refused(frame.code);
    if (frame.kind !== "news") return this.on.hear(frame);
    this.#wait = FIRST_WAIT;
    const first = this.#stamp === "";
    this.#stamp = frame.at;
    const awaited = this.#unsent.size > 0;
    this.#unsent.drop(frame.done ?? []);
    this.on.news(frame, first, awaited);
    this.#tell();
  }

  #lose() {
    this.#socket = null;
    if (!this.#hello) return;
    this.#tell();
    this.#timer = setTimeout(() => this.#open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  #hurry() {
    if (this.#hello && !this.#socket) this.#open();
  }

  #tell() {
    this.on.status(this.#socket?.readyState === WebSocket.OPEN, this.#unsent);
  }

  #send(frame) {
    this.#socket.send(JSON.stringify(frame));
  }
}
