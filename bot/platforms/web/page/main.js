// Wiring: the door (a name and a channel), the room (log, people, text box) and the connection behind them.

import { Composer } from "/page/composer.js";
import { Connection } from "/page/connection.js";
import { make, one } from "/page/elements.js";
import { Elsewhere } from "/page/elsewhere.js";
import { identity, place } from "/page/identity.js";
import { Log } from "/page/log.js";
import { People } from "/page/people.js";
import { Stage } from "/page/stage.js";
import { reader, speak, translate, word } from "/page/words.js";

const QUICK = ["challenge", "board", "games", "learn", "help"];
const FIRST_GAME = ["game-dots", "/challenge bot easy dots 3x3"];
const OTHER_GAMES = [
  ["game-lgame", "/challenge bot easy lgame"],
  ["game-tupik", "/challenge bot easy tupik"],
  ["game-digits", "/challenge bot easy digits"],
  ["game-curves", "/challenge bot easy curves"],
];

translate(document);
const connection = new Connection({ news, refused, status, greeted: () => stage.look(), hear: (frame) => stage.hear(frame) });
const composer = new Composer({
  send: said,
  typed: (text) => stage.touch.typed(text),
  escape: () => stage.touch.back() || stage.touch.focus(),
});
const people = new People((handle) => composer.insert(`@${handle} `));
const log = new Log({
  press: (message, text) => connection.say({ text, pressed: true, reply: message.id }),
  reply: (message) => composer.reply(message),
});
const stage = new Stage({
  ask: (frame) => connection.ask(frame),
  say: (frame) => connection.say(frame),
  fill: (text, before) => composer.put(text, before),
  leave: () => composer.focus(),
});
let channel = "";
let called = false;
let thinking = 0;

function askName(trouble = "") {
  one("room").hidden = true;
  one("door").hidden = false;
  one("name").value = identity.name;
  one("names").replaceChildren(...identity.names.map((value) => make("option", { value })));
  one("channel").value = place.channel;
  one("refusal").textContent = trouble && word(trouble);
  one("name").focus();
}

function enter({ token, name }) {
  place.channel = place.channel.toLowerCase();
  if (place.channel !== channel) log.clear();
  channel = place.channel;
  stage.follow([], log.messages, name);
  connection.enter({ token, name, channel, language: reader });
}

function news(frame, first, awaited) {
  const { language, here, messages = [] } = frame;
  if (language && speak(language)) respeak(language);
  if (first || one("room").hidden) openRoom();
  if (here) people.change(here);
  log.add(messages, awaited, (changed) => stage.follow(changed, log.messages, identity.name));
  called ||= !first && document.hidden && messages.some((message) => message.calls);
  entitle();
}

// A move that was made on the board is played there, whatever else is going on.
function said(frame) {
  const { text } = frame;
  if (!frame.file && !frame.reply && text && text === stage.touch.text) stage.touch.send();
  else connection.say(frame);
}

// Whose turn it is stands before all else, for tabs are narrow.
function entitle() {
  const place = `#${channel} · Tetradka`;
  document.title = `${called ? "● " : ""}${stage.turn ? `${stage.turn} · ` : ""}${place}`;
}

// What was said by the page itself until now is said anew.
function respeak(language) {
  identity.speaks(language);
  people.draw();
  log.draw();
  stage.draw();
  one("starters").replaceChildren(...starters());
}

function openRoom() {
  one("door").hidden = true;
  one("room").hidden = false;
  one("place").textContent = channel;
  composer.focus();
}

function refused(code) {
  if (code === "forgotten") {
    connection.forget();
    identity.forget();
    askName(code);
  } else if (code.startsWith("name-")) {
    connection.leave();
    askName(code);
  } else {
    if (code === "seat-lost") {
      connection.leave();
      openRoom();
    }
    one("trouble").textContent = word(code);
  }
}

// A quick answer is not worth a word: "thinking" is said only when it takes longer.
function status(connected, unsent) {
  clearTimeout(thinking);
  if (!connected) tell(unsent.size ? "waiting" : "lost", unsent);
  else if (unsent.size) thinking = setTimeout(() => tell("thinking", unsent), 600);
  else tell("connected", unsent);
}

function tell(state, unsent) {
  unsent.show(state);
  one("status").className = `status ${state}`;
  if (one("status").textContent !== word(state)) one("status").textContent = word(state);
}

function typing(text, properties) {
  const button = make("button", { type: "button", title: text, ...properties });
  button.addEventListener("click", () => connection.say({ text, pressed: true }));
  return button;
}

function quickButton(command) {
  const button = typing(`/${command}`, { textContent: word(command) });
  button.dataset.word = command;
  return button;
}

// On a clean page one press begins a game that a newcomer can win.
function starters() {
  const [first, begins] = FIRST_GAME;
  return [
    typing(begins, { className: "primary", textContent: word("play", { game: word(first) }) }),
    ...OTHER_GAMES.map(([name, text]) => typing(text, { textContent: word(name) })),
    typing("/learn", { textContent: word("learn") }),
  ];
}

one("quick").append(...QUICK.map(quickButton));
one("starters").append(...starters());
one("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  place.channel = one("channel").value.trim();
  enter(identity.sit(one("name").value.trim()));
});
one("leave").addEventListener("click", () => {
  connection.leave();
  askName();
});
new Elsewhere(() => identity.link(channel));
document.addEventListener("visibilitychange", () => {
  if (document.hidden || !channel) return;
  called = false;
  entitle();
});
document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, textarea");
  if (one("room").hidden || event.defaultPrevented) return;
  if (event.key === "F2") one("text") === document.activeElement ? stage.touch.focus() : composer.focus();
  else if (event.key !== "/" || typing) return;
  else composer.focus();
  event.preventDefault();
});

const seat = await identity.arrive();
speak(seat?.language);
if (seat) enter(seat);
else askName();
