// The pinned drawing: its lines as the bot sends them, a ghost and the keyboard cursor over it, and its places.

const SVG = "http://www.w3.org/2000/svg";
const REACH = 30;
const LOUPE = 150;

export class Board {
  #drawing = shape("g", { id: "drawn" });
  #ghost = shape("g", { id: "ghost" });
  #mark = shape("g", { id: "mark" });
  #loupe = document.getElementById("loupe");
  #places = new Map();
  #spacing = 60;
  #handle = null;

  constructor(svg) {
    this.svg = svg;
    svg.replaceChildren(this.#drawing, this.#ghost, this.#mark);
    this.#loupe.replaceChildren(shape("use", { href: "#drawn" }), shape("use", { href: "#ghost" }));
  }

  // The bot sends only changed lines, from the last to the first, and places if they differ: every drawing that
  // arrives is drawn, as the next one is sent as a change of it.
  draw({ whole, size: [width, height], cuts, places }) {
    if (places) this.places = places;
    if (whole) this.#drawing.replaceChildren();
    for (const [at, gone, lines] of cuts) {
      for (let n = 0; n < gone; n += 1) this.#drawing.children[at].remove();
      this.#drawing.insertBefore(elements(lines), this.#drawing.children[at] ?? null);
    }
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.ghost([], null);
  }

  // Show lines over the drawing, and the handle that bends one.
  ghost(lines, handle) {
    this.#ghost.replaceChildren(elements(lines));
    this.#handle = handle;
    if (!handle) return;
    const [cx, cy] = handle;
    this.#ghost.append(shape("circle", { class: "handle", cx, cy, r: 16 }));
  }

  // A place is a name and one point, or two points for what lies between them.
  set places(told) {
    this.#places = new Map(told.map(([name, ...ends]) => [name, ends]));
    const [first, ...others] = [...this.#places.values()].map(middle);
    const gaps = others.map(([x, y]) => Math.hypot(x - first[0], y - first[1]));
    this.#spacing = Math.max(60, 0.75 * Math.min(...gaps, 1000));
  }

  // The places from top to bottom, each row from the left.
  get rows() {
    const rows = new Map();
    for (const [name, ends] of this.#places) {
      const [x, y] = middle(ends);
      const row = Math.round(y);
      rows.set(row, [...(rows.get(row) ?? []), { name, x }]);
    }
    const sorted = [...rows].sort(([one], [other]) => one - other);
    return sorted.map(([, row]) => row.sort((one, other) => one.x - other.x));
  }

  mark(name) {
    const ends = this.#places.get(name);
    this.#mark.replaceChildren(...(ends ? [marked(ends)] : []));
  }

  // The position of a pointer on the drawing.
  point({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [x, y];
  }

  // Return the name of the place nearest to a pointer, if it is near enough.
  at(pointer) {
    const [x, y] = this.point(pointer);
    let found = null;
    let least = Math.max(this.#reach, this.#spacing);
    for (const [name, ends] of this.#places) {
      const gap = distance(x, y, ends);
      if (gap < least) [found, least] = [name, gap];
    }
    return found;
  }

  // Return whether a pointer is at the handle.
  holds(pointer) {
    if (!this.#handle) return false;
    const [x, y] = this.point(pointer);
    return distance(x, y, this.#handle) < this.#reach;
  }

  // Show what is under a finger in a lens above it.
  loupe(pointer) {
    this.#loupe.toggleAttribute("hidden", !pointer);
    if (!pointer) return;
    const [x, y] = this.point(pointer);
    this.#loupe.setAttribute("viewBox", `${x - LOUPE / 2} ${y - LOUPE / 2} ${LOUPE} ${LOUPE}`);
    const { left, top } = this.svg.parentElement.getBoundingClientRect();
    const [across, down] = [pointer.clientX - left, pointer.clientY - top];
    this.#loupe.style.translate = `${across}px ${down}px`;
  }

  // The width of a finger on the screen, in pixels of the drawing.
  get #reach() {
    return REACH / this.svg.getScreenCTM().a;
  }
}

function shape(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function elements(lines) {
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${lines.join("")}</svg>`, "image/svg+xml");
  const made = document.createDocumentFragment();
  made.append(...parsed.documentElement.children);
  return made;
}

function marked([x, y, x2, y2]) {
  return x2 === undefined ? shape("circle", { cx: x, cy: y, r: 34 }) : shape("line", { x1: x, y1: y, x2, y2 });
}

function middle([x, y, x2 = x, y2 = y]) {
  return [(x + x2) / 2, (y + y2) / 2];
}

function distance(x, y, [ax, ay, bx = ax, by = ay]) {
  const [along, up] = [bx - ax, by - ay];
  const length = along * along + up * up;
  const share = length ? Math.min(1, Math.max(0, ((x - ax) * along + (y - ay) * up) / length)) : 0;
  return Math.hypot(x - ax - share * along, y - ay - share * up);
}
