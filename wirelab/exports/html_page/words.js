// Elements and words. Whatever is said of a run becomes a text node: nothing here reads markup.

const byId = (id) => document.getElementById(id);
let unsafe = /$^/gu;

/** Control and other invisible characters as signs; line ends and tabs stay. */
function visible(text) {
  return text.replace(unsafe, (sign) => {
    if (sign === "\n" || sign === "\t") return sign;
    const code = sign.codePointAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    if (code === 0x7f) return "␡";
    return `‹U+${code.toString(16).toUpperCase().padStart(4, "0")}›`;
  });
}

/** An element of a class; children are elements or texts; null, false and "" are left out. */
function el(tag, names, ...children) {
  const element = document.createElement(tag);
  if (names) element.className = names;
  return add(element, ...children);
}

function add(parent, ...children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === "" || child === false) continue;
    parent.append(child instanceof Node ? child : visible(String(child)));
  }
  return parent;
}

function button(names, press, ...children) {
  const element = el("button", names, ...children);
  element.type = "button";
  element.addEventListener("click", press);
  return element;
}

function fill(parent, ...children) {
  parent.replaceChildren();
  return add(parent, ...children);
}

/** A long text, its middle left out. */
function bounded(text, most = 20000) {
  if (text.length <= most) return text;
  const half = most / 2;
  return `${text.slice(0, half)}\n… ${text.length - most} characters left out …\n${text.slice(-half)}`;
}

/** Milliseconds in the unit that fits, as the terminal says them. */
function duration(ms) {
  if (ms === null || ms === undefined) return "—";
  if (ms < 10) return `${Number.isInteger(ms) ? ms : ms.toFixed(1)}ms`;
  if (ms < 1000) return `${Math.round(ms)}ms`;
  if (ms < 60000) return `${(ms / 1000).toFixed(2)}s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}m${String(seconds % 60).padStart(2, "0")}s`;
}

function size(count) {
  if (count < 1000) return `${count} B`;
  return count < 1e6 ? `${(count / 1000).toFixed(1)} kB` : `${(count / 1e6).toFixed(1)} MB`;
}

const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Names and values side by side; those without a value are left out. */
function facts(pairs) {
  const list = el("dl", "facts");
  for (const [name, value] of pairs) {
    if (value === "" || value === null || value === undefined) continue;
    list.append(el("div", "", el("dt", "", name), el("dd", "", value)));
  }
  return list;
}
