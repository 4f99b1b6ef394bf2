// The log: messages in order, each id once, changed in place; what is new, or changed, stays in sight unless the reader
// scrolled up.

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

  get messages() {
    return this.#messages;
  }

  clear() {
    for (const id of this.#messages.keys()) one(`m-${id}`).remove();
    this.#messages.clear();
    this.#last = null;
    one("blank").hidden = false;
    this.#list.ariaBusy = "true";
  }

  // Nothing of the first load is read out; what comes later is. What answers the reader, as what is awaited does, is
  // always gone to, once what depends on it is finished.
  add(messages, awaited, finish) {
    const changed = messages.filter((message) => !same(message, this.#messages.get(message.id)));
    const follow = awaited || this.#isAtEnd() || changed.some((message) => message.mine || message.private);
    for (const message of changed) this.#put(message);
    this.#shorten();
    one("blank").hidden = this.#messages.size > 0;
    setTimeout(() => (this.#list.ariaBusy = "false"), 500);
    if (!changed.length) return;
    finish(changed);
    if (follow) this.#bring(this.#wanted(changed));
    else this.#newest.hidden = false;
  }

  // Every message is drawn anew, in the words of now; none of that is read out.
  draw() {
    this.#list.ariaBusy = "true";
    for (const message of this.#messages.values()) this.#put(message);
  }

  // Pictures whose loading a lost connection has broken off are asked for again.
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

  // Of what changed, the last board or menu, though older ones may stand below it.
  #wanted(changed) {
    const wanted = changed.findLast(({ mine, pictures, buttons }) => !mine && pictures.length + buttons.length);
    return wanted ? one(`m-${wanted.id}`) : newestOfOthers(this.#list);
  }

  // To the end, but no further than leaves an article in sight, or as much of it as there is room for.
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

// Where the part of an article begins that is to be seen: all of it; a board, with the words above it or with the answers
// below it that only its reader can press; or its end.
function firstInSight(article, height) {
  const all = article.getBoundingClientRect();
  const board = article.querySelector(".picture")?.getBoundingClientRect();
  if (all.height <= height || !board || board.height < 2) return Math.max(all.top, all.bottom - height);
  if (!article.classList.contains("private")) return board.bottom - all.top <= height ? all.top : board.top;
  return all.bottom - board.top <= height ? board.top : all.bottom - height;
}

// What has nothing to say any more, as a hint that was used.
function isEmpty({ text, pictures, buttons, file }) {
  return !text && !pictures.length && !buttons.length && !file;
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
