// JSON to look at: a value as a tree, and a text as it came, set out in lines.

const MOST_PLACES = 2000;
const OPEN_UNTIL = 60;

/** A value as nested lists; members on paths in `marks` are set off. `number` marks exact numbers. */
function tree(value, number, marks = new Set(), closed = new Set()) {
  const budget = { left: MOST_PLACES };
  const list = el("ul", "json", place(value, null, [], { number, marks, closed, budget }));
  if (budget.left <= 0) list.append(el("li", "faint", "… more than can be shown"));
  return list;
}

function place(value, name, path, look) {
  const item = el("li");
  look.budget.left -= 1;
  const key = JSON.stringify(path);
  if (look.marks.has(key)) item.className = "changed";
  const label = name === null ? [] : [el("span", "name", name), el("span", "faint", ": ")];
  const note = look.marks.has(key) ? el("span", "mark", "changed") : null;
  const entries = entriesOf(value, look.number);
  if (entries === null) return add(item, label, leaf(value, look.number), note);
  const kind = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`;
  if (!entries.length) return add(item, label, el("span", "faint", kind[0] + kind.at(-1)), note);
  const fold = el("details", "", el("summary", "", label, el("span", "faint", kind), note));
  fold.open = !look.closed.has(key) && (path.length < 2 || entries.length <= OPEN_UNTIL);
  fold.addEventListener("toggle", () => look.closed[fold.open ? "delete" : "add"](key));
  const list = el("ul");
  for (const [inner, member] of entries) {
    if (look.budget.left <= 0) break;
    list.append(place(member, inner, [...path, inner], look));
  }
  return add(item, add(fold, list));
}

function entriesOf(value, number) {
  if (value === null || typeof value !== "object" || isNumber(value, number)) return null;
  return Array.isArray(value) ? value.map((member, at) => [String(at), member]) : Object.entries(value);
}

const isNumber = (value, number) =>
  value !== null && typeof value === "object" && Object.keys(value).length === 1 && number in value;

function leaf(value, number) {
  if (typeof value === "string") return el("span", "string", JSON.stringify(bounded(value, 4000)));
  return el("span", "literal", isNumber(value, number) ? value[number] : String(value));
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** The very text of a JSON value in lines, numbers and repeated names as they came. */
function setOut(text) {
  const block = el("pre", "code");
  let depth = 0;
  let before = "";
  const short = bounded(text, 60000);
  if (short !== text) return add(block, short);
  const tokens = text.match(TOKEN) ?? [];
  tokens.forEach((token, at) => {
    const next = tokens[at + 1];
    if ("}]".includes(token)) {
      depth -= 1;
      if (!"{[".includes(before)) block.append(`\n${"  ".repeat(Math.max(depth, 0))}`);
    }
    if (token[0] === '"') add(block, el("span", next === ":" ? "name" : "string", token));
    else if (token.length > 1 || !"{}[],:".includes(token)) add(block, el("span", "literal", token));
    else block.append(token === ":" ? ": " : token);
    if ("{[".includes(token)) depth += 1;
    if (("{[".includes(token) && !"}]".includes(next)) || token === ",") {
      block.append(`\n${"  ".repeat(Math.max(depth, 0))}`);
    }
    before = token;
  });
  return block;
}

function isJson(text) {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

/** What a call or result says: set out where it is a JSON object or array, else as its text. */
function content(value, number) {
  if (typeof value !== "string") return tree(value, number);
  if (value.length < 60000 && /^\s*[{[]/.test(value) && isJson(value)) return setOut(value);
  return el("pre", "text", value === "" ? "(empty)" : bounded(value));
}
