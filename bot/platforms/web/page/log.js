// The log: messages in order, each id once, changed in place; the newest stays in sight unless the reader scrolled up.

import { one } from "/page/elements.js";
import { draw } from "/page/message.js";

const KEPT = 400;

export class Log {
  #list = one("log");
  #newest = one("newest");
  #messages = new Map();
  #last = null;
  #rest = 0;

  constructor(act) {
    this.act = act;
    this.#newest.addEventListener("click", () => this.#toNewest());
    this.#list.addEventListener("scroll", () => this.#isAtEnd() && (this.#newest.hidden = true));
    new ResizeObserver(() => this.#newest.hidden && this.#toNewest()).observe(this.#list);
  }

  clear() {
    for (const id of this.#messages.keys()) one(`m-${id}`).remove();
    this.#messages.clear();
    this.#last = null;
    one("blank").hidden = false;
    this.#list.ariaBusy = "true";
  }

  // Nothing of the first load is read out; what comes later is. What answers the reader is always gone to.
  add(messages) {
    const follow = this.#isAtEnd() || messages.some((message) => message.mine || message.private);
    for (const message of messages) if (!same(message, this.#messages.get(message.id))) this.#put(message);
    this.#shorten();
    one("blank").hidden = this.#messages.size > 0;
    setTimeout(() => (this.#list.ariaBusy = "false"), 500);
    if (follow) this.#toNewest();
    else if (messages.length) this.#newest.hidden = false;
  }

  // Every message is drawn anew, in the words of now; none of that is read out.
  draw() {
    this.#list.ariaBusy = "true";
    for (const message of this.#messages.values()) this.#put(message);
  }

  #put(message) {
    const known = this.#messages.has(message.id);
    this.#messages.set(message.id, message);
    const article = draw(message, this.act, (id) => this.#messages.get(id));
    if (known) return this.#replace(one(`m-${message.id}`), article);
    if (continues(this.#last, message)) article.classList.add("again");
    this.#list.append(article);
    this.#last = message;
  }

  #replace(old, article) {
    const held = old.contains(document.activeElement);
    article.classList.toggle("again", old.classList.contains("again"));
    old.replaceWith(article);
    if (held) article.focus();
  }

  #shorten() {
    for (const id of this.#messages.keys()) {
      if (this.#messages.size <= KEPT) return;
      one(`m-${id}`).remove();
      this.#messages.delete(id);
    }
  }

  #isAtEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.#list;
    return scrollHeight - scrollTop - clientHeight < 80 || Math.abs(scrollTop - this.#rest) < 2;
  }

  // To the end, but no further than leaves a board in sight, with the words above it if there is room.
  #toNewest() {
    this.#newest.hidden = true;
    this.#list.scrollTop = this.#list.scrollHeight;
    const article = newestOfOthers(this.#list);
    const board = article?.querySelector(".picture")?.getBoundingClientRect();
    if (board) {
      const { top, height } = this.#list.getBoundingClientRect();
      const words = article.getBoundingClientRect().top;
      const first = board.bottom - words <= height ? words : board.top;
      if (first < top) this.#list.scrollTop -= top - first;
    }
    this.#rest = this.#list.scrollTop;
  }
}

// The message below which there is nothing but what the reader has said.
function newestOfOthers(list) {
  return [...list.querySelectorAll("article")].findLast((article) => !article.classList.contains("mine"));
}

function same(message, known) {
  return known !== undefined && JSON.stringify(message) === JSON.stringify(known);
}

// A person who goes on within a few minutes is not named again.
function continues(last, message) {
  return last?.author === message.author && message.author !== null && message.time - last.time < 300_000;
}
