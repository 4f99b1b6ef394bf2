// Creation of elements; text is never parsed as HTML.

export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children.filter((child) => child !== null));
  return element;
}

export function button(properties, pressed) {
  const element = make("button", properties);
  element.addEventListener("click", pressed);
  return element;
}

export function onClick(id, pressed) {
  one(id).addEventListener("click", pressed);
}

export function one(id) {
  return document.getElementById(id);
}

export function excerpt(text) {
  const line = text.trim().split("\n", 1)[0];
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
