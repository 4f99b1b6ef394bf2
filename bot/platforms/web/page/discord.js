// The bridge to Discord: a handshake with its client; an OAuth2 code where its proxy does not sign the user.

import { freshId } from "/page/identity.js";
import { refuse, sitDown } from "/page/inside.js";
import { reader } from "/page/words.js";

const HANDSHAKE = 0;
const FRAME = 1;
const CLIENTS = /^https:\/\/(\w+\.)?discord(app)?\.com$/;
const client = parent.opener ?? parent;
const [client_id] = location.hostname.split(".");
const asked = new URLSearchParams(location.search);
const [frame_id, instance] = [asked.get("frame_id"), asked.get("instance_id")];
const awaited = new Map();

function answerTo(nonce) {
  return new Promise((resolve, reject) => awaited.set(nonce, { resolve, reject }));
}

function post(opcode, data) {
  client.postMessage([opcode, data], document.referrer || "*");
}

function command(cmd, args) {
  const nonce = freshId();
  post(FRAME, { cmd, args, nonce });
  return answerTo(nonce);
}

// The device's own dialog is closed to a frame.
navigator.share = ({ text }) =>
  command("SHARE_LINK", { message: text }).catch(() => navigator.clipboard.writeText(text));

async function code() {
  await ready;
  const args = { client_id, response_type: "code", state: "", prompt: "none", scope: ["identify"] };
  return (await command("AUTHORIZE", args)).code;
}

addEventListener("message", ({ origin, source, data }) => {
  if (source !== client || !CLIENTS.test(origin) || !Array.isArray(data) || data[0] !== FRAME) return;
  const { cmd, evt, nonce, data: told } = data[1];
  awaited.get(cmd === "DISPATCH" ? evt : nonce)?.[evt === "ERROR" ? "reject" : "resolve"](told);
});
const ready = answerTo("READY");
const said = (proof) => JSON.stringify({ instance, language: reader, ...proof });
if (frame_id && instance) {
  post(HANDSHAKE, { v: 1, encoding: "json", client_id, frame_id });
  await sitDown(`${frame_id} ${instance}`, reader, () => said(), async () => said({ code: await code() }));
} else refuse();
