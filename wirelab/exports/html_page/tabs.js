// Tools, State, Verdict and Wire: each draws itself anew from the model, while it is in sight.

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

  get count() {
    return this.bench.model.calls.size;
  }

  show() {
    const { calls, touched } = this.bench.model;
    const call = calls.get(this.picked) ?? calls.get(touched);
    this.content.classList.toggle("single", calls.size < 2);
    fill(this.list, [...calls.values()].slice(-500).map((each) => this.#entry(each, each === call)));
    if (call) fill(this.detail, this.#call(call));
    else fill(this.detail, el("p", "empty", "No tool call so far. A call appears with its TOOL_CALL_START, or where the input or a snapshot restates one."));
  }

  pick(id) {
    this.picked = id;
    this.bench.show();
  }

  #entry(call, current) {
    const entry = button("entry-button", () => this.pick(call.id), el("b", "name", call.name), el("span", `chip ${call.tone}`, `${call.sign} ${call.words}`), el("span", "faint", call.id));
    if (current) entry.setAttribute("aria-current", "true");
    return entry;
  }

  #call(call) {
    const length = call.pieces.reduce((sum, [, , text]) => sum + text.length, 0);
    const parts = [
      el("h2", "", el("span", "name", call.name), " ", el("span", `chip ${call.tone}`, `${call.sign} ${call.words}`)),
      facts([
        ["id", call.id], ["parent", call.parent], ["subagent", call.owner],
        ["arguments", call.pieces.length ? `${counted(call.pieces.length, "fragment")}, ${counted(length, "character")}` : "none streamed"],
        ["took", call.took], ["", call.opened === null ? `only restated by the ${call.origin}` : ""], ["sealed", call.sealed],
      ]),
      ...call.judged.map(([tone, said]) => el("p", tone, `${tone === "good" ? "✔" : "✖"} ${said}`)),
    ];
    if (call.pieces.length) parts.push(el("h3", "", "Fragments"), this.#fragments(call), el("h3", "", "Joined"), this.#joined(call));
    const text = argumentsOf(call);
    if (text && isJson(text)) parts.push(el("h3", "", "Parsed"), setOut(text));
    if (call.restated !== undefined && call.pieces.length) parts.push(el("h3", "", "Restated"), el("pre", "text", bounded(call.restated)));
    parts.push(el("h3", "", "Result"), ...this.#result(call));
    return parts;
  }

  #fragments(call) {
    const body = el("tbody");
    const { pieces } = call;
    pieces.forEach(([event, at, text], index) => {
      if (index === 200 && pieces.length > 400) body.append(el("tr", "", el("td", "faint", `… ${pieces.length - 400} more`)));
      if (index >= 200 && index < pieces.length - 200) return;
      const since = at !== null && call.openedMs !== null ? `+${duration(at - call.openedMs)}` : "—";
      const jump = button("link", () => this.bench.goToEvent(event), `#${event}`);
      jump.setAttribute("aria-label", `Go to event ${event}`);
      body.append(el("tr", "", el("td", "time", since), el("td", "", jump), el("td", "number", text.length), el("td", "code", bounded(text, 1000))));
    });
    const head = el("tr", "", ["since", "event", "chars", "text"].map((name) => el("th", "", name)));
    return el("div", "wide", el("table", "fragments", el("thead", "", head), body));
  }

  #joined(call) {
    const shown = call.pieces.slice(-400);
    const block = el("pre", "text joined", shown.map(([, , text]) => el("span", "piece", bounded(text, 4000))));
    if (call.open) block.append(el("span", "typing", "▌"));
    return block;
  }

  #result(call) {
    const { result } = call;
    if (!result) return [el("p", "faint", call.open ? "not yet: the call is open" : call.words)];
    const where = result.event === null ? "in the input" : `event ${result.event}`;
    const told = [`message ${result.message}`, where, result.after && `${result.after} later`].filter(Boolean);
    return [el("p", "faint", told.join(" · ")), result.error && el("p", "bad", `error: ${result.error}`), content(result.content, this.bench.model.number)];
  }
}

class StateTab {
  static name = "state";
  static title = "State";
  static purpose = "The state at the cursor, what the last delta changed, and every change.";

  constructor(bench) {
    this.bench = bench;
    this.words = el("p", "words");
    this.document = el("div", "");
    this.changes = el("nav", "list changes");
    this.changes.setAttribute("aria-label", "Changes of the state");
    this.content = el("div", "split state", el("section", "detail", this.words, this.document), this.changes);
    this.closed = new Set();
    this.shown = null;
  }

  show() {
    const { model, data } = this.bench;
    const { made, diverged } = model.status;
    fill(this.words, made ?? "empty start", diverged && el("span", "bad", ` · ▲ ${diverged}`));
    this.#showDocument(model);
    const reached = data.changes.filter(([frame]) => frame <= model.cursor).length;
    const from = Math.max(Math.min(reached - 150, data.changes.length - 300), 0);
    const rows = data.changes.slice(from, from + 300).map((change) => this.#row(change, model.cursor));
    fill(this.changes, el("h3", "", "Changes"), rows.length ? rows : el("p", "empty", "No snapshot and no delta."));
    this.changes.querySelector(".now")?.scrollIntoView({ block: "nearest" });
  }

  #showDocument({ state, number }) {
    if (this.shown === state) return;
    this.shown = state;
    fill(this.document, tree(state.document, number, state.marks, this.closed));
    this.document.querySelector(".changed")?.scrollIntoView({ block: "nearest" });
  }

  #row([frame, event, op, path, from, value, refused], cursor) {
    const given = Array.isArray(value) && op !== "snapshot" ? value[0] : value;
    const said = given === undefined ? "" : JSON.stringify(given).slice(0, 200);
    const why = refused && el("span", "bad", `▲ not applied: ${refused}`);
    const row = button("entry-button", () => this.bench.goTo(frame), el("span", "number", event), el("b", "", op), el("span", "name", path, from && ` from ${from}`), el("span", "faint", said), why);
    if (frame > cursor) row.classList.add("later");
    if (frame === cursor) row.classList.add("now");
    return row;
  }
}

class VerdictTab {
  static name = "verdict";
  static title = "Verdict";
  static purpose = "What is wrong with the stream, why it matters, what to do.";

  constructor(bench) {
    this.bench = bench;
    const { data } = bench;
    this.articles = data.findings.map((finding) => this.#finding(finding));
    const none = el("p", "empty", "Nothing found: every event was judged as it arrived, and nothing broke the protocol or was lost on a client.");
    this.content = el(
      "div", "findings",
      el("h2", data.tone, data.verdict),
      el("ul", "plain-list", data.runLines.map((line) => el("li", "", line))),
      el("p", "faint", data.countLine), data.cut && el("p", "warning", `▲ ${data.cut}`),
      this.articles.length ? this.articles : none,
    );
  }

  get note() {
    const { error, warning } = this.bench.data.counts;
    return [error && `✖${error}`, warning && `▲${warning}`].filter(Boolean).join(" ");
  }

  show() {
    this.bench.data.findings.forEach((finding, at) => {
      this.articles[at].classList.toggle("later", finding.frame > this.bench.model.cursor);
    });
  }

  open(finding) {
    const article = this.articles[this.bench.data.findings.indexOf(finding)];
    article.open = true;
    article.scrollIntoView({ block: "nearest" });
    article.querySelector("summary").focus();
  }

  #finding(finding) {
    const word = finding.word + (finding.fatal ? ", fatal" : "");
    const head = el(
      "summary", "", el("span", `badge ${finding.severity}`, `${finding.sign} ${word}`),
      el("b", "", finding.code), el("span", "faint", finding.slug), el("span", "message", finding.message),
      el("span", "faint where", [finding.place, finding.type, finding.pointer && `at ${finding.pointer}`].filter(Boolean).join(" · "), el("span", "behind", " · later than the cursor")),
    );
    const jumps = el("p", "jumps", button("", () => this.bench.goTo(finding.frame, "events"), "Show its event"));
    if (finding.relatedFrame !== null) jumps.append(button("", () => this.bench.goTo(finding.relatedFrame, "events"), `Explained by event ${finding.related}`));
    const rule = this.bench.data.rules[finding.code];
    const sections = (rule?.sections ?? []).map(([heading, texts]) => [el("h3", "", heading), ...texts.map((text) => el("p", "", text))]);
    return el("details", `finding ${finding.severity}`, head, jumps, rule && el("p", "lead", rule.summary), sections.flat(), rule && el("p", "faint", rule.spec));
  }
}

class WireTab {
  static name = "wire";
  static title = "Wire";
  static purpose = "What was asked, what answered, with which headers.";

  constructor(bench) {
    this.bench = bench;
    this.content = el("div", "detail wire");
    this.shown = null;
  }

  show() {
    const exchange = this.bench.exchange;
    if (this.shown === exchange) return;
    this.shown = exchange;
    if (!exchange) {
      fill(this.content, el("p", "empty", "Nothing is known of the request."));
      return;
    }
    const { exchanges } = this.bench.data;
    const turn = exchanges.length > 1 ? `Exchange ${exchanges.indexOf(exchange) + 1} of ${exchanges.length}` : "Exchange";
    fill(
      this.content, el("h2", "", turn),
      facts([["request", exchange.askedMs === null ? "" : duration(exchange.askedMs)], ["head", exchange.headMs === null ? "" : duration(exchange.headMs)], ["end", exchange.endedMs === null ? "" : duration(exchange.endedMs)], ["ended", exchange.ending]]),
      el("h3", "", "Request"), el("p", "code", exchange.request || "not kept"), headers(exchange.requestHeaders),
      exchange.body && (isJson(exchange.body) ? setOut(exchange.body) : el("pre", "text", bounded(exchange.body))),
      el("h3", "", "Response"), el("p", "code", exchange.response || "not kept"), headers(exchange.responseHeaders),
    );
  }
}

function headers(pairs) {
  return pairs.length ? el("div", "wide", el("table", "headers", el("tbody", "", pairs.map(([name, value]) => el("tr", "", el("th", "", name), el("td", "code", value)))))) : null;
}
