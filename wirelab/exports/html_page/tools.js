// The tool calls: the list of them, and one in full.

class ToolsTab {
  static name = "tools";
  static title = "Tools";
  static purpose = "Each call: its argument fragments as they came, their sum, its result.";

  constructor(bench) {
    this.bench = bench;
    this.list = el("nav", "list calls");
    this.list.setAttribute("aria-label", "Tool calls");
    this.detail = el("section", "detail");
    this.content = el("div", "split tools", this.list, this.detail);
    this.picked = null;
  }

  get note() {
    const { size: count } = this.bench.model.calls;
    return count ? String(count) : "";
  }

  show() {
    const { calls, touched } = this.bench.model;
    const call = calls.get(this.picked) ?? calls.get(touched);
    this.content.classList.toggle("single", calls.size < 2);
    fill(
      this.list,
      [...calls.values()].slice(-500).map((each) => this.#entry(each, each === call)),
    );
    if (call) fill(this.detail, this.#call(call));
    else
      fill(
        this.detail,
        el(
          "p",
          "empty",
          "No tool call so far. A call appears with its TOOL_CALL_START, or where the input or a snapshot restates one.",
        ),
      );
  }

  pick(id) {
    this.picked = id;
    this.bench.show();
  }

  #entry(call, current) {
    const entry = button(
      "entry-button",
      () => this.pick(call.id),
      el("b", "name", call.name),
      el("span", `chip ${call.tone}`, `${call.sign} ${call.words}`),
      el("span", "faint", call.id),
    );
    if (current) entry.setAttribute("aria-current", "true");
    return entry;
  }

  #call(call) {
    const length = call.pieces.reduce((sum, [, , text]) => sum + text.length, 0);
    const parts = [
      el(
        "h2",
        "",
        el("span", "name", call.name),
        " ",
        el("span", `chip ${call.tone}`, `${call.sign} ${call.words}`),
      ),
      facts([
        ["id", call.id],
        ["parent", call.parent],
        ["subagent", call.owner],
        [
          "arguments",
          call.pieces.length
            ? `${counted(call.pieces.length, "fragment")}, ${counted(length, "character")}`
            : "none streamed",
        ],
        ["took", call.took],
        ["", call.opened === null ? `only restated by the ${call.origin}` : ""],
        ["sealed", call.sealed],
      ]),
      ...call.judged.map(([tone, said]) => el("p", tone, `${tone === "good" ? "✔" : "✖"} ${said}`)),
    ];
    if (call.pieces.length)
      parts.push(
        el("h3", "", "Fragments"),
        this.#fragments(call),
        el("h3", "", "Joined"),
        this.#joined(call),
      );
    const text = argumentsOf(call);
    if (text && isJson(text)) parts.push(el("h3", "", "Parsed"), setOut(text));
    if (call.restated !== undefined && call.pieces.length)
      parts.push(el("h3", "", "Restated"), el("pre", "text", bounded(call.restated)));
    parts.push(el("h3", "", "Result"), ...this.#result(call));
    return parts;
  }

  #fragments(call) {
    const body = el("tbody");
    const { pieces } = call;
    pieces.forEach(([event, at, text], index) => {
      if (index === 200 && pieces.length > 400)
        body.append(el("tr", "", el("td", "faint", `… ${pieces.length - 400} more`)));
      if (index >= 200 && index < pieces.length - 200) return;
      const since = at !== null && call.openedMs !== null ? `+${duration(at - call.openedMs)}` : "—";
      const jump = button("link", () => this.bench.goToEvent(event), `#${event}`);
      jump.setAttribute("aria-label", `Go to event ${event}`);
      body.append(
        el(
          "tr",
          "",
          el("td", "time", since),
          el("td", "", jump),
          el("td", "number", text.length),
          el("td", "code", bounded(text, 1000)),
        ),
      );
    });
    const head = el(
      "tr",
      "",
      ["since", "event", "chars", "text"].map((name) => el("th", "", name)),
    );
    return el("div", "wide", el("table", "fragments", el("thead", "", head), body));
  }

  #joined(call) {
    const shown = call.pieces.slice(-400);
    const block = el(
      "pre",
      "text joined",
      shown.map(([, , text]) => el("span", "piece", bounded(text, 4000))),
    );
    if (call.open) block.append(el("span", "typing", "▌"));
    return block;
  }

  #result(call) {
    const { result } = call;
    if (!result) return [el("p", "faint", call.open ? "not yet: the call is open" : call.words)];
    const where = result.event === null ? "in the input" : `event ${result.event}`;
    const told = [`message ${result.message}`, where, result.after && `${result.after} later`].filter(
      Boolean,
    );
    return [
      el("p", "faint", told.join(" · ")),
      result.error && el("p", "bad", `error: ${result.error}`),
      content(result.content, this.bench.model.number),
    ];
  }
}
