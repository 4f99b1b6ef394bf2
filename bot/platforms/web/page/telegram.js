// The bridge to Telegram: launch data come in the address after #; events go to the app or to the framing page.

import { refuse, sitDown } from "/page/inside.js";

const FRAMES = /^https:\/\/\w+\.telegram\.org$/;
const INKS = {
  bg_color: "--paper",
  secondary_bg_color: "--desk",
  text_color: "--text",
  button_color: "--blue",
  button_text_color: "--on-blue",
};
const SAFE = { safe_area_changed: "--safe", content_safe_area_changed: "--content-safe" };
const { dataset, style } = document.documentElement;
const launched = new URLSearchParams(location.hash.slice(1));

function post(event, data = {}) {
  const told = JSON.stringify(data);
  if (window.TelegramWebviewProxy) window.TelegramWebviewProxy.postEvent(event, told);
  else if (window.external?.notify) window.external.notify(JSON.stringify({ eventType: event, eventData: data }));
  else if (parent !== window) parent.postMessage(JSON.stringify({ eventType: event, eventData: data }), "*");
}

function hear(event, data) {
  if (event === "theme_changed") paint(data.theme_params);
  for (const side of SAFE[event] ? ["top", "right", "bottom", "left"] : []) {
    style.setProperty(`${SAFE[event]}-${side}`, `${Number(data[side]) || 0}px`);
  }
}

function paint(theme) {
  for (const [colour, ink] of Object.entries(INKS)) {
    if (/^#[\da-f]{6}$/i.test(theme?.[colour])) style.setProperty(ink, theme[colour]);
  }
  if (theme?.bg_color) dataset.themed = style.colorScheme = parseInt(theme.bg_color.slice(3, 5), 16) < 128 ? "dark" : "light";
}

addEventListener("message", ({ origin, source, data }) => {
  if (source !== parent || !FRAMES.test(origin) || typeof data !== "string") return;
  const { eventType, eventData } = JSON.parse(data);
  hear(eventType, eventData ?? {});
});
// The device's own dialog is missing in most of the app's views.
navigator.share = async ({ text }) => {
  post("web_app_open_tg_link", { path_full: `/share/url?url=${encodeURIComponent(text)}` });
};
window.TelegramGameProxy = { receiveEvent: hear };
window.Telegram = { WebView: window.TelegramGameProxy };
window.TelegramGameProxy_receiveEvent = hear;
paint(JSON.parse(launched.get("tgWebAppThemeParams") ?? "{}"));
post("iframe_ready", { reload_supported: false });
for (const asked of ["web_app_request_safe_area", "web_app_request_content_safe_area"]) post(asked);
post("web_app_setup_swipe_behavior", { allow_vertical_swipe: false });
post("web_app_expand");
post("web_app_ready");

const said = launched.get("tgWebAppData");
if (said) await sitDown(said, JSON.parse(new URLSearchParams(said).get("user") ?? "{}").language_code, () => said);
else refuse();
