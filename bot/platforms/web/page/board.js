// The pinned drawing: its lines as the bot sends them, a ghost and the keyboard cursor over it, and its places.

const SVG = "http://www.w3.org/2000/svg";
const REACH = 30;
const LOUPE = 150;
const GLIDE = { duration: 180, easing: "ease-out" };
const MOST_MOVED = 40;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

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
    const [gone, come] = [[], []];
    for (const [at, count, lines] of cuts) {
      gone.push(...[...this.#drawing.children].slice(at, at + count).map(withCentre));
      for (let n = 0; n < count; n += 1) this.#drawing.children[at].remove();
      const fresh = elements(lines);
      come.push(...fresh.children);
      this.#drawing.insertBefore(fresh, this.#drawing.children[at] ?? null);
    }
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.ghost([], null);
    if (!whole && !STILL.matches) glide(gone, come, this.#drawing);
  }

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

  point({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [x, y];
  }

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

  holds(pointer) {
    if (!this.#handle) return false;
    const [x, y] = this.point(pointer);
    return distance(x, y, this.#handle) < this.#reach;
  }

  loupe(pointer) {
    this.#loupe.toggleAttribute("hidden", !pointer);
    if (!pointer) return;
    const [x, y] = this.point(pointer);
    this.#loupe.setAttribute("viewBox", `${x - LOUPE / 2} ${y - LOUPE / 2} ${LOUPE} ${LOUPE}`);
    const { left, top } = this.svg.parentElement.getBoundingClientRect();
    const [across, down] = [pointer.clientX - left, pointer.clientY - top];
    this.#loupe.style.translate = `${across}px ${down}px`;
  }

  get #reach() {
    return REACH / this.svg.getScreenCTM().a;
  }
}

// The one piece of its kind that moved glides from where it was; a new stroke is drawn, and anything else appears.
function glide(gone, come, drawing) {
  if (come.length > MOST_MOVED) return drawing.animate({ opacity: [0.2, 1] }, GLIDE);
  for (const element of come.filter(({ localName }) => !["text", "rect", "pattern"].includes(localName))) {
    const alike = gone.filter((one) => one.kind === kind(element));
    const isOne = alike.length === 1 && come.filter((one) => kind(one) === kind(element)).length === 1;
    const before = isOne && !element.matches(".s-last, .f-last") ? alike[0] : null;
    const [[x, y], length] = [centre(element), element.getTotalLength?.() ?? 0];
    const [right, down] = before ? [before.at[0] - x, before.at[1] - y] : [0, 0];
    if (Math.hypot(right, down) > 1) element.animate({ transform: [`translate(${right}px, ${down}px)`, "none"] }, GLIDE);
    else if (before) continue;
    else if (element.localName === "polyline" && !element.hasAttribute("stroke-dasharray")) {
      element.animate({ strokeDasharray: [`0 ${length}`, `${length} 0`] }, GLIDE);
    } else element.animate({ opacity: [0, 1] }, GLIDE);
  }
}

function withCentre(element) {
  return { kind: kind(element), at: centre(element) };
}

function kind(element) {
  return [element.localName, element.getAttribute("class"), element.getAttribute("r")].join();
}

function centre(element) {
  const { x, y, width, height } = element.getBBox?.() ?? new DOMRect();
  return [x + width / 2, y + height / 2];
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
