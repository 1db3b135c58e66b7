// What the tabs show at the cursor. Each frame has steps, made when the page was written; applying
// one leaves behind how to take it back, so the cursor moves both ways. What the protocol means was
// settled before: here things are only set, lengthened and exchanged.

class Model {
  constructor(data) {
    this.frames = data.frames;
    this.stepsAt = new Map(data.steps);
    this.number = data.number;
    this.cursor = -1;
    this.order = [];
    this.items = new Map();
    this.calls = new Map();
    this.touched = null;
    this.state = { document: {}, marks: new Set() };
    this.status = { sign: "○", word: "NEVER STARTED", status: "never started", exchange: -1 };
    this.undo = new Map();
    this.#apply(-1);
  }

  to(frame) {
    while (this.cursor < frame) this.#apply(++this.cursor);
    while (this.cursor > frame) this.#takeBack(this.cursor--);
  }

  #apply(frame) {
    const steps = this.stepsAt.get(frame);
    if (!steps) return;
    const undo = [];
    for (const step of steps) this[`_${step[0]}`](step, frame, undo);
    this.undo.set(frame, undo);
  }

  #takeBack(frame) {
    const undo = this.undo.get(frame);
    if (!undo) return;
    for (let at = undo.length - 1; at >= 0; at--) undo[at]();
    this.undo.delete(frame);
  }

  /** A text of a step; 0 is the delta that the frame itself carries. */
  #told(text, frame) {
    return text === 0 ? JSON.parse(this.frames[frame][10]).delta : text;
  }

  #keep(map, key, undo) {
    const before = map.get(key);
    undo.push(() => (before === undefined ? map.delete(key) : map.set(key, before)));
    return before;
  }

  _order([, at, gone, numbers], frame, undo) {
    const before = this.order;
    undo.push(() => (this.order = before));
    this.order = before.toSpliced(at, gone, ...numbers);
  }

  _item([, number, members], frame, undo) {
    const before = this.#keep(this.items, number, undo);
    this.items.set(number, { text: before?.text ?? "", value: before?.value, ...members });
  }

  _text([, number, text], frame, undo) {
    const before = this.#keep(this.items, number, undo);
    this.items.set(number, { ...before, text: before.text + this.#told(text, frame) });
  }

  _value([, number, changes], frame, undo) {
    const before = this.#keep(this.items, number, undo);
    const [value, marks] = changed(before.value, changes);
    this.items.set(number, { ...before, value, marks });
  }

  _call([, id, members, pieces], frame, undo) {
    const before = this.#keep(this.calls, id, undo);
    this.#touch(id, undo);
    this.calls.set(id, { ...members, pieces: pieces ?? before.pieces });
  }

  _piece([, id, text], frame, undo) {
    const call = this.#keep(this.calls, id, undo);
    const [at, event] = this.frames[frame];
    const piece = [event, at, this.#told(text, frame)];
    this.#touch(id, undo);
    call.pieces.push(piece);
    undo.push(() => call.pieces.pop());
    this.calls.set(id, { ...call });
  }

  #touch(id, undo) {
    const before = this.touched;
    undo.push(() => (this.touched = before));
    this.touched = id;
  }

  _state([, changes, patched], frame, undo) {
    const before = this.state;
    undo.push(() => (this.state = before));
    const [document, marks] = changed(before.document, changes);
    this.state = { document, marks: patched ? marks : new Set() };
  }

  _status([, members], frame, undo) {
    const before = this.status;
    undo.push(() => (this.status = before));
    this.status = members;
  }
}

/** The value after some changes, and the paths they set; what was there before stays as it was. */
function changed(value, changes) {
  const own = new Set();
  const copy = (container) => {
    if (own.has(container)) return container;
    const twin = Array.isArray(container) ? [...container] : Object.assign(Object.create(null), container);
    own.add(twin);
    return twin;
  };
  const holder = [value];
  const marks = new Set();
  for (const [op, path, given] of changes) {
    let parent = holder;
    let key = 0;
    for (const token of path) {
      parent[key] = copy(parent[key]);
      parent = parent[key];
      key = token;
    }
    if (op === "del" && Array.isArray(parent)) parent.splice(Number(key), 1);
    else if (op === "del") delete parent[key];
    else if (op === "add" && Array.isArray(parent)) parent.splice(Number(key), 0, given);
    else parent[key] = given;
    if (op !== "del" && path.length) marks.add(JSON.stringify(path.map(String)));
  }
  return [holder[0], marks];
}
