// The conversation: entries in their order; only those that changed are drawn anew.

class ConversationTab {
  static name = "conversation";
  static title = "Conversation";
  static purpose = "What a person would see: messages, reasoning, tool calls, how it ended.";

  constructor(bench) {
    this.bench = bench;
    this.list = el("div", "talk");
    this.drawn = new Map();
    this.folded = new Map();
  }

  get content() {
    return this.list;
  }

  show() {
    const { model } = this.bench;
    const elements = model.order.map((number) => this.#element(number, model.items.get(number)));
    if (!elements.length) elements.push(this.#nothing());
    elements.forEach((element, at) => {
      if (this.list.children[at] !== element) this.list.insertBefore(element, this.list.children[at] ?? null);
    });
    while (this.list.children.length > elements.length) this.list.lastChild.remove();
  }

  #nothing() {
    const exchange = this.bench.exchange;
    const said = exchange?.never ? `No run came: ${exchange.never}.` : "Nothing has been said yet.";
    return el("p", "empty", said);
  }

  #element(number, item) {
    const { model } = this.bench;
    const subject = item.kind === "call" ? model.calls.get(item.call) : item;
    const held = this.drawn.get(number);
    if (held?.subject === subject && held.item === item) return held.element;
    const element = this.#draw(number, item, subject);
    this.drawn.set(number, { subject, item, element });
    return element;
  }

  #draw(number, item, subject) {
    const entry = el("article", `entry ${item.kind} ${item.family ?? ""} ${item.role ?? ""}`);
    if (item.lane.length) {
      entry.classList.add("laned", `lane-${((item.lane.at(-1) % 5) + 5) % 5}`);
      entry.dataset.depth = String(item.lane.length);
    }
    return add(entry, this[`_${item.kind}`](item, subject, number));
  }

  _message(item, _, number) {
    const who = item.name || item.owner || item.role;
    const notes = [item.name || item.owner ? item.role : "", item.origin, item.of && `of ${item.of}`];
    const said = notes.filter(Boolean).join(" · ");
    const head = el("header", "who", el("h3", "", who), said && el("span", "faint", said));
    const error = item.error && el("p", "bad", `error: ${item.error}`);
    const sealed = item.sealed && el("p", "faint", `▒ ${item.sealed}`);
    return [head, el("div", "said", this.#said(item, number), error, sealed)];
  }

  #said(item, number) {
    if (item.family === "activity") {
      return [el("p", "faint", item.activity), tree(item.value, this.bench.model.number, item.marks)];
    }
    if (item.body !== undefined) return this.#parts(item.body);
    const text = el("p", "text", bounded(item.text), this.#end(item));
    if (!item.text && !item.open) text.append(el("span", "faint", "(no text)"));
    if (item.family !== "reasoning") return [text];
    const told = [counted(item.text.length, "character"), item.took].filter(Boolean).join(" · ");
    const fold = el("details", "thought", el("summary", "", "reasoning ", el("span", "faint", told)), text);
    fold.open = this.folded.get(number) ?? true;
    fold.addEventListener("toggle", () => this.folded.set(number, fold.open));
    return [fold];
  }

  #end(item) {
    if (item.open) return el("span", "typing", "▌");
    return item.cut ? el("span", "bad", " ✂ cut off") : null;
  }

  #parts(body) {
    if (!Array.isArray(body)) return [tree(body, this.bench.model.number)];
    return body
      .slice(0, 100)
      .map((part) =>
        typeof part?.text === "string"
          ? el("p", "text", bounded(part.text))
          : tree(part, this.bench.model.number),
      );
  }

  _call(item, call) {
    const owner = call.owner && el("span", "faint", `@${item.owner || call.owner}`);
    const open = button("link", () => this.bench.openCall(call.id), el("span", "name", call.name));
    open.setAttribute("aria-label", visible(`Tool call ${call.name}: show it in full`));
    const measure = [call.pieces.length && counted(call.pieces.length, "fragment"), call.took];
    const head = el(
      "header",
      "head",
      el("span", "sign", "⚙"),
      el("h3", "", open),
      el("span", `chip ${call.tone}`, `${call.sign} ${call.words}`),
      el("span", "faint", measure.filter(Boolean).join(" · ")),
      owner,
    );
    const text = argumentsOf(call);
    const args =
      (text || call.open) && el("pre", "text", bounded(text, 4000), call.open && el("span", "typing", "▌"));
    const wrong = call.judged
      .filter(([tone]) => tone === "bad")
      .map(([, said]) => el("p", "bad", `▲ ${said}`));
    return [el("div", "card", head, args, wrong, this.#answer(call))];
  }

  #answer({ result }) {
    if (!result) return null;
    const head = el("p", "faint", "↳ result", result.after && ` · ${result.after} later`);
    const error = result.error && el("p", "bad", `error: ${result.error}`);
    return el("div", "answer", head, content(result.content, this.bench.model.number), error);
  }

  _step(item) {
    return [
      el(
        "p",
        "rule",
        el("span", "", "step ", el("b", "", item.name)),
        el("span", item.tone, `${item.sign} ${item.said}`),
      ),
    ];
  }

  _subagent(item) {
    const said = [`${item.sign} ${item.said}`, item.took].filter(Boolean).join(" · ");
    const head = el(
      "p",
      "rule",
      el("span", "", "subagent ", el("b", "", item.name)),
      el("span", item.tone, said),
    );
    return [head, ...item.more.map((line) => el("p", "faint", line))];
  }

  _began(item) {
    return [el("p", "rule", el("span", "faint", item.said))];
  }

  _ended(item) {
    const head = el("p", "", el("b", "", `${item.sign} ${item.word}`), item.why && ` · ${item.why}`);
    const error = item.error && el("p", "text", item.error);
    const result = item.result && el("p", "faint", `result ${item.result}`);
    const asked = item.asked.map((each) =>
      el(
        "div",
        "asked",
        el(
          "p",
          "",
          "⏸ ",
          el("b", "", each.prompt),
          " ",
          el("span", "faint", [each.id, ...each.details].join(" · ")),
        ),
        el("p", "faint", each.answer ? `answered: ${each.answer}` : "not answered here"),
      ),
    );
    const box = el("div", `end ${item.status.replace(" ", "-")}`, head, error, result, asked);
    return [box];
  }

  _stop(item) {
    return [el("p", "rule bad", el("span", "", `⊘ ${item.said}`))];
  }

  _left(item) {
    return [el("p", "empty", item.said)];
  }
}

/** The argument text as a client holds it. */
function argumentsOf(call) {
  const since = call.pieces.slice(call.restatedAfter ?? 0);
  return (call.restated ?? "") + since.map(([, , text]) => text).join("");
}
