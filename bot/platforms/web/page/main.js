// Wiring: the entry form (a name and a channel), the channel's view (log, people, text box) and the connection.

import { Calls } from "/page/calls.js";
import { COMMANDS } from "/page/catalogue.js";
import { Composer } from "/page/composer.js";
import { Connection } from "/page/connection.js";
import { button, make, one, onClick } from "/page/elements.js";
import { chooseSeat, Elsewhere } from "/page/elsewhere.js";
import { freshId, identity, place } from "/page/identity.js";
import { Log } from "/page/log.js";
import { People } from "/page/people.js";
import { share } from "/page/share.js";
import { Stage } from "/page/stage.js";
import { counted, reader, speak, translate, word } from "/page/words.js";

const QUICK = ["rooms", ...COMMANDS, "challenge", "games", "help"];
const FIRST_GAME = ["dots", "/challenge bot easy dots 3x3 second"];
const OTHER_GAMES = ["lgame", "tupik", "digits", "curves"];

translate(document);
const connection = new Connection({
  news,
  refused,
  status,
  greeted,
  done: (nonces) => stage.touch.settle(nonces),
  hear: (frame) => stage.hear(frame),
  spent: () => stage.clocks.spent,
});
const composer = new Composer({
  send: said,
  typed: (text) => stage.touch.typed(text),
  escape: () => stage.touch.back() || stage.touch.focus(),
});
const people = new People((handle) => composer.insert(`@${handle} `));
const log = new Log({
  press,
  reply: (message) => composer.reply(message),
});
const stage = new Stage({
  ask: (frame) => connection.ask(frame),
  say: (frame, label) => connection.say(frame, label),
  fill: (text, before) => composer.put(text, before),
  leave: () => composer.focus(),
  changed: () => turned(),
  tick: () => calls.tick(),
});
const calls = new Calls();
let channel = "";
let thinking = 0;

// A line posted from a place of one's own goes to the room before, where others can read it.
function press(message, text, label) {
  const leaves = place.own && /^\/daily \d+ post$/.test(text);
  if (leaves) go(place.home);
  connection.say({ text, pressed: true, ...(leaves ? {} : { reply: message.id }) }, label);
}

function askName(trouble = "") {
  one("room").hidden = true;
  one("door").hidden = false;
  one("name").value = identity.guest ? "" : identity.name;
  one("play-now").hidden = Boolean(identity.name);
  one("names").replaceChildren(...identity.names.map((value) => make("option", { value })));
  one("channel").value = place.channel;
  one("refusal").textContent = trouble && word(trouble);
  one("name").focus();
}

function enter({ token, name, opens }) {
  place.channel = place.channel.toLowerCase();
  if (place.channel !== channel) log.clear();
  channel = place.channel;
  stage.sought = opens ?? "";
  stage.follow([], log.messages, name);
  connection.enter({ token, name, channel, language: reader });
  if (place.own) connection.say({ text: place.line, pressed: true });
  for (const way of one("quick").children) way.ariaCurrent = way.dataset.word === (place.own || "rooms") ? "page" : null;
  one("room").classList.toggle("own", Boolean(place.own));
}

function enterAsGuest() {
  enter(identity.sit(word("guest", { n: 100 + Math.floor(Math.random() * 900) }), true));
}

function go(path) {
  place.go(path);
  enter(identity.seat);
}

function news(frame, first, awaited) {
  const { language, here, messages = [] } = frame;
  if (language && speak(language)) respeak(language);
  if (first || one("room").hidden) openRoom();
  if (here) people.change(here);
  log.add(messages, first, awaited, (changed) => stage.follow(changed, log.messages, identity.name));
  if (first && stage.sought) connection.say({ text: `/board ${stage.sought}`, pressed: true });
  if (!first) calls.come(messages.filter(({ mine, pictures }) => !mine && pictures.length), stage.turn);
  turned();
}

function greeted() {
  stage.greet();
  log.reload();
}

function turned() {
  place.follow(stage.of);
  calls.entitle(stage.turn, channel);
  lookOn();
}

function lookOn() {
  const count = stage.players.length ? people.besides(stage.players) : 0;
  one("onlookers").textContent = count > 0 ? counted("onlookers", count) : "";
  one("guest").hidden = !identity.guest || Boolean(stage.turn) || !log.messages.size;
  one("guest").firstElementChild.textContent = word("guest-plays", { name: identity.name });
}

// A move made on the board is played there.
function said(frame) {
  const { text } = frame;
  if (!frame.file && !frame.reply && text && text === stage.touch.text) stage.touch.send();
  else connection.say(frame);
}

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
  one("place").textContent = place.own ? word(place.own) : channel;
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
    stage.touch.forget();
    if (code === "seat-lost") {
      connection.leave();
      openRoom();
    }
    one("trouble").textContent = word(code);
  }
}

// Show "thinking" only when an answer takes longer.
function status(connected, unsent) {
  clearTimeout(thinking);
  if (!connected) stage.touch.lose();
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
  return button({ title: text, ...properties }, ({ target }) => connection.say({ text, pressed: true }, target.textContent));
}

// Inside another platform, and for rooms, a button types; all others lead to a place.
function quickButton(command) {
  const isPlace = command === "rooms" || COMMANDS.includes(command);
  if (document.documentElement.dataset.inside || !isPlace) {
    return typing(command === "games" ? "/games all" : `/${command}`, { textContent: word(command), hidden: command === "rooms" });
  }
  return button({ textContent: word(command) }, () => go(command === "rooms" ? place.home : `/${command}`));
}

function wayTo(command) {
  const way = quickButton(command);
  way.dataset.word = command;
  return way;
}

// On an empty page one press starts a game that a newcomer can win.
function starters() {
  const tiles = [FIRST_GAME[0], ...OTHER_GAMES].map((name, number) => {
    const [title, pitch] = [`game-${name}`, `pitch-${name}`].map((code) => word(code));
    const label = number ? { textContent: title } : { className: "primary", textContent: word("play", { game: title }) };
    return make("div", {}, typing(number ? `/challenge bot easy ${name}` : FIRST_GAME[1], label), make("p", { textContent: pitch }));
  });
  return [...tiles, ...COMMANDS.map((name) => make("div", {}, wayTo(name)))];
}

one("quick").append(...QUICK.map(wayTo));
one("starters").append(...starters());
one("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  place.channel = one("channel").value.trim();
  enter(identity.sit(one("name").value.trim()));
});
// One press leads from the entry form to a winnable game; the name is asked for later.
onClick("play-now", () => {
  if (!place.isNamed) place.channel = `play-${freshId().slice(0, 8)}`;
  enterAsGuest();
  connection.say({ text: FIRST_GAME[1], pressed: true });
});
one("guest").lastElementChild.addEventListener("click", () => one("leave").click());
onClick("share", ({ target }) => share(word("bot"), `${location.origin}/c/${encodeURIComponent(channel)}`, target));
onClick("leave", () => {
  connection.leave();
  askName();
});
new Elsewhere(() => identity.link(channel));
addEventListener("popstate", () => identity.seat && enter(identity.seat));
document.addEventListener("visibilitychange", () => {
  if (document.hidden || !channel) return;
  calls.entitle(stage.turn, channel);
  stage.clocks.on.look();
});
document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, textarea");
  if (one("room").hidden || event.defaultPrevented) return;
  if (event.target === document.body && stage.replay.key(event)) return;
  if (event.key === "F2") one("text") === document.activeElement ? stage.touch.focus() : composer.focus();
  else if (event.key !== "/" || typing) return;
  else composer.focus();
  event.preventDefault();
});

const seat = await identity.arrive(chooseSeat);
speak(seat?.language);
if (seat) enter(seat);
else if (place.own) enterAsGuest();
else askName();
