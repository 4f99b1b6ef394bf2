// One message as an element.

import { excerpt, make, one, button as press } from "/page/elements.js";
import { share } from "/page/share.js";
import { word } from "/page/words.js";

// The condition for the dark picture; an app around the page may have its own theme.
const NIGHT = { device: "(prefers-color-scheme: dark)", dark: "all", light: "not all" };
const ADDRESS = /((?<=^|\s)\/c\/[\p{L}\p{N}_-]+#m-[\w-]+)/u;

export function author(message) {
  return message.author ?? word("bot");
}

export function summary(message) {
  return excerpt(message.text || message.pictures[0]?.alt || "");
}

// Return what is read out of a new message: a board's news without whose turn it is, which the board itself says, and
// the answers to a private question.
export function spoken({ author, text, heading, small, calls, private: isPrivate, buttons, pictures, grid }) {
  const said = text.slice(calls && pictures.length ? heading.length : 0, text.length - (pictures.length ? small.length : 0));
  const answers = isPrivate ? buttons.flat().map(({ label }) => label).join(", ") : "";
  return [author, said.replace(grid, ""), answers].filter(Boolean).map((part) => part.trim()).join(": ");
}

// `act` has press(message, text, label) and reply(message); `find` gives a message by its id.
export function draw(message, act, find) {
  const article = make("article", { id: `m-${message.id}`, className: kinds(message), tabIndex: -1 });
  article.append(heading(message), body(message, find));
  if (message.buttons.length || message.shares) article.lastChild.append(buttons(message, act));
  if (!message.mine && !message.private && !isLine(message)) article.lastChild.append(replying(message, act));
  return article;
}

function kinds(message) {
  const kinds = ["mine", "private", "calls"].filter((kind) => message[kind]);
  return ["message", message.author === null ? "bot" : "person", ...kinds, isLine(message) ? "line" : ""].join(" ").trim();
}

// Return whether a message of the bot is one plain line.
export function isLine({ author, text, private: isPrivate, calls, buttons, pictures, file }) {
  return author === null && !isPrivate && !calls && !buttons.length && !pictures.length && !file && !text.includes("\n");
}

function heading(message) {
  const time = new Date(message.time);
  const clock = time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return make(
    "header",
    {},
    make("span", { className: "author", textContent: author(message) }),
    make("time", { dateTime: time.toISOString(), textContent: clock }),
  );
}

function body(message, find) {
  return make(
    "div",
    { className: "body" },
    message.private ? make("p", { className: "mark", textContent: word("only-you") }) : null,
    message.calls ? make("p", { className: "mark calling", textContent: word("your-turn") }) : null,
    message.reply ? quotation(message, find) : null,
    ...paragraphs(message),
    ...message.pictures.map(picture),
    paragraph(message.small, "text small"),
    message.file ? file(message.file) : null,
  );
}

// The start of a text is a heading, its end is small print under the picture.
// A text board keeps its columns.
function paragraphs({ text, heading, small, grid }) {
  const said = text.slice(heading.length, text.length - small.length).replace(/^ — /, "").trim();
  return [paragraph(heading, "text heading"), ...drawn(said, grid)];
}

function drawn(text, grid) {
  if (!grid) return [paragraph(text)];
  const start = text.indexOf(grid);
  const board = make("pre", { className: "grid", textContent: grid });
  return [paragraph(text.slice(0, start).trimEnd()), board, paragraph(text.slice(start + grid.length).trimStart())];
}

function paragraph(text, className = "text") {
  return text ? make("p", { className }, ...text.split(ADDRESS).map(linked)) : null;
}

function linked(part) {
  return part.match(ADDRESS) ? make("a", { href: part, textContent: part }) : part;
}

function quotation(message, find) {
  const answered = find(message.reply);
  if (!answered) return null;
  const words = word("answer-to", { name: author(answered), text: summary(answered) });
  const link = make("a", { href: `#m-${answered.id}`, className: "quotation", textContent: words });
  link.addEventListener("click", (event) => {
    event.preventDefault();
    one(`m-${answered.id}`).focus();
  });
  return link;
}

export function picture({ light, dark, alt, width, height }) {
  const image = make("img", { src: light, alt, width, height, decoding: "async" });
  const night = make("source", { srcset: dark, media: NIGHT[document.documentElement.dataset.themed ?? "device"] });
  const link = make("a", { href: light, target: "_blank", rel: "noopener", className: "picture" });
  link.append(make("picture", {}, night, image));
  link.style.setProperty("--shape", width / height);
  return link;
}

function file({ name, text }) {
  const link = make("a", { download: name, textContent: word("download", { name }) });
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  return make("details", { className: "file" }, make("summary", { textContent: name }), make("pre", { textContent: text }), link);
}

function buttons(message, act) {
  const rows = message.buttons.map((row) => make("div", { className: "row" }, ...row.map((b) => button(message, b, act))));
  if (message.shares) (rows.at(-1) ?? rows[rows.push(make("div", { className: "row" })) - 1]).append(sharing(message));
  return make("div", { className: "buttons" }, ...rows);
}

function sharing({ shares, pictures: [picture] }) {
  return press({ textContent: word("share-result") }, ({ target }) => share(shares, location.origin, target, picture?.light));
}

function button(message, { label, types, tone }, act) {
  // The second click of a double click would begin a second game.
  return press({ textContent: label, className: tone }, ({ detail }) => detail > 1 || act.press(message, types, label));
}

function replying(message, act) {
  const label = word("reply-to", { name: author(message), text: summary(message) });
  return press({ className: "answer", textContent: word("reply"), ariaLabel: label }, () => act.reply(message));
}
