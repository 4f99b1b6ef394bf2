// The log: messages in order, each id once, edited in place; new and edited ones stay in sight unless the reader
// scrolled up.

import { make, one, onClick } from "/page/elements.js";
import { draw, isLine, spoken } from "/page/message.js";

const KEPT = 400;

export class Log {
  #list = one("log");
  #newest = one("newest");
  #messages = new Map();
  #last = null;
  #rest = 0;

  constructor(act) {
    this.act = act;
    onClick("newest", () => this.#toNewest());
    this.#list.addEventListener("scroll", () => this.#isAtEnd() && (this.#newest.hidden = true));
    new ResizeObserver(() => this.#newest.hidden && this.#toNewest()).observe(this.#list);
  }

  get messages() {
    return this.#messages;
  }

  clear() {
    for (const id of this.#messages.keys()) one(`m-${id}`).remove();
    this.#messages.clear();
    this.#last = null;
    one("blank").hidden = false;
  }

  // Later messages than the first load are announced. Answers to the reader, and awaited messages, are always scrolled
  // to, once everything that depends on them is finished.
  add(messages, first, awaited, finish) {
    const changed = messages.filter((message) => !same(message, this.#messages.get(message.id)));
    const follow = awaited || this.#isAtEnd() || changed.some((message) => message.mine || message.private);
    for (const message of changed) this.#put(message);
    this.#shorten();
    one("blank").hidden = this.#messages.size > 0;
    this.#fold();
    if (!first) announce(changed);
    if (!changed.length) return;
    finish(changed);
    if (follow) this.#bring(this.#wanted(changed));
    else this.#newest.hidden = false;
  }

  draw() {
    for (const message of this.#messages.values()) this.#put(message);
  }

  // Reload pictures that a lost connection interrupted.
  reload() {
    for (const image of this.#list.querySelectorAll("picture > img")) {
      if (image.complete && !image.naturalWidth) image.src = image.src;
    }
  }

  #put(message) {
    const known = this.#messages.has(message.id);
    if (isEmpty(message)) return this.#drop(message.id);
    this.#messages.set(message.id, message);
    const article = draw(message, this.act, (id) => this.#messages.get(id));
    if (known) return this.#replace(one(`m-${message.id}`), article);
    if (continues(this.#last, message)) article.classList.add("again");
    this.#list.append(article);
    this.#last = message;
  }

  #drop(id) {
    one(`m-${id}`)?.remove();
    this.#messages.delete(id);
  }

  #replace(old, article) {
    const held = old.contains(document.activeElement);
    for (const kind of ["again", "staged"]) article.classList.toggle(kind, old.classList.contains(kind));
    old.replaceWith(article);
    if (held) article.focus();
  }

  // A typed move is not shown again below the bot's line about it.
  #fold() {
    for (const typed of this.#list.querySelectorAll(".line + .person:not(.folded)")) {
      const [line, { text }] = [typed.previousElementSibling, this.#messages.get(typed.id.slice(2))];
      typed.classList.toggle("folded", line.textContent.includes(`: ${text}.`));
    }
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

  #toNewest() {
    this.#bring(newestOfOthers(this.#list));
  }

  #wanted(changed) {
    const wanted = changed.findLast(({ mine, pictures, buttons }) => !mine && pictures.length + buttons.length);
    return wanted ? one(`m-${wanted.id}`) : newestOfOthers(this.#list);
  }

  #bring(article) {
    this.#newest.hidden = true;
    this.#list.scrollTop = this.#messages.size ? this.#list.scrollHeight : 0;
    if (article) {
      const { top, height } = this.#list.getBoundingClientRect();
      const first = firstInSight(article, height);
      if (first < top) this.#list.scrollTop -= top - first;
    }
    this.#rest = this.#list.scrollTop;
  }
}

// Return the top of the part of an article to keep in sight: all of it; a board with the text above, or the answers
// below that only its reader can press; the beginning of a menu; or the end.
function firstInSight(article, height) {
  const all = article.getBoundingClientRect();
  const board = article.querySelector(".picture")?.getBoundingClientRect();
  const isMenu = !board && article.matches(".private");
  if (isMenu && all.height > height) return all.top;
  if (all.height <= height || !board || board.height < 2) return Math.max(all.top, all.bottom - height);
  if (!article.classList.contains("private")) return board.bottom - all.top <= height ? all.top : board.top;
  return all.bottom - board.top <= height ? board.top : all.bottom - height;
}

function announce(messages) {
  const lines = messages.filter((message) => !message.mine && !isEmpty(message) && !(isLine(message) && message.heading)).map(spoken);
  one("heard").replaceChildren(...lines.map((textContent) => make("p", { textContent })));
}

function isEmpty({ text, pictures, buttons, file }) {
  return !text && !pictures.length && !buttons.length && !file;
}

function newestOfOthers(list) {
  return [...list.querySelectorAll("article")].findLast((article) => !article.classList.contains("mine"));
}

function same(message, known) {
  return JSON.stringify(message) === JSON.stringify(known);
}

function continues(last, message) {
  return last?.author === message.author && message.author !== null && message.time - last.time < 300_000;
}
