// The text box: Enter sends, arrows recall sent texts, and a reply or a text file can be attached.

import { one, onClick } from "/page/elements.js";
import { author, summary } from "/page/message.js";
import { attempt } from "/page/storage.js";
import { word } from "/page/words.js";

const LONGEST_FILE = 2 * 1024 * 1024;
const REMEMBERED = 100;

export class Composer {
  #text = one("text");
  #sent = [];
  #recalled = 0;
  #draft = "";
  #reply = null;
  #file = null;

  // `typed` is called with the text as the user types; `escape` when Escape is pressed and there is no reply to drop.
  constructor({ send, typed, escape }) {
    Object.assign(this, { send, typed, escape });
    one("compose").addEventListener("submit", (event) => this.#submit(event));
    this.#text.addEventListener("keydown", (event) => this.#key(event));
    this.#text.addEventListener("input", () => {
      this.#fit();
      this.typed(this.#text.value.trim());
    });
    this.#takeFiles();
    one("reply").querySelector("button").addEventListener("click", () => this.reply(null));
    one("file").querySelector("button").addEventListener("click", () => this.#attach(null));
  }

  focus() {
    this.#text.focus();
  }

  insert(words) {
    this.focus();
    this.#text.setRangeText(words, this.#text.selectionStart, this.#text.selectionEnd, "end");
    this.#fit();
  }

  // Replace the text that another part of the page wrote; a text that the user typed stays.
  put(words, before) {
    if (this.#text.value.trim() === before) this.#show(words);
  }

  reply(message) {
    this.#reply = message;
    const words = message && word("replying-to", { name: author(message), text: summary(message) });
    this.#chip("reply", words);
    this.focus();
  }

  #submit(event) {
    event.preventDefault();
    const text = this.#text.value.trim();
    if (!text && !this.#file) return;
    this.send({ text, reply: this.#reply?.id ?? "", file: this.#file });
    if (text) this.#sent = [...this.#sent.filter((old) => old !== text), text].slice(-REMEMBERED);
    this.#recalled = this.#sent.length;
    this.#show("");
    this.typed("");
    this.#attach(null);
    this.reply(null);
  }

  #key(event) {
    if (event.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) this.#submit(event);
    else if (event.key === "Escape") this.#reply ? this.reply(null) : this.escape();
    else if (event.key === "ArrowUp") this.#recall(event, -1);
    else if (event.key === "ArrowDown") this.#recall(event, 1);
  }

  // In a text of several lines the arrows move the caret until it is at the edge.
  #recall(event, step) {
    const edge = step < 0 ? 0 : this.#text.value.length;
    const several = this.#text.value.includes("\n") && this.#text.selectionStart !== edge;
    const next = this.#recalled + step;
    if (several || next < 0 || next > this.#sent.length) return;
    event.preventDefault();
    if (this.#recalled === this.#sent.length) this.#draft = this.#text.value;
    this.#recalled = next;
    this.#show(this.#sent[next] ?? this.#draft);
  }

  #show(text) {
    this.#text.value = text;
    this.#text.setSelectionRange(text.length, text.length);
    this.#fit();
  }

  #fit() {
    this.#text.style.height = "auto";
    this.#text.style.height = `${this.#text.scrollHeight + 2}px`;
  }

  #takeFiles() {
    onClick("attach", () => one("pick").click());
    one("pick").addEventListener("change", () => this.#read(one("pick").files[0]));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      this.#read(event.dataTransfer.files[0]);
    });
  }

  async #read(file) {
    if (!file) return;
    one("pick").value = "";
    if (file.size > LONGEST_FILE) return this.#attach(null, "file-too-long");
    const text = decoded(await file.arrayBuffer());
    if (text === null) return this.#attach(null, "file-not-text");
    this.#attach({ name: file.name.slice(-100), text });
    this.focus();
  }

  #attach(file, trouble = "") {
    this.#file = file;
    this.#chip("file", file?.name);
    one("trouble").textContent = trouble && word(trouble);
  }

  #chip(id, words) {
    one(id).hidden = !words;
    one(id).firstElementChild.textContent = words ?? "";
  }
}

function decoded(bytes) {
  const text = attempt(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  return text?.includes("\0") ? null : (text ?? null);
}
