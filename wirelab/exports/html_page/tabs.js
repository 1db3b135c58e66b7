// State, Verdict and Wire: each draws itself from the model, while it is in sight.

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
    fill(
      this.changes,
      el("h3", "", "Changes"),
      rows.length ? rows : el("p", "empty", "No snapshot and no delta."),
    );
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
    const row = button(
      "entry-button",
      () => this.bench.goTo(frame),
      el("span", "number", event),
      el("b", "", op),
      el("span", "name", path, from && ` from ${from}`),
      el("span", "faint", said),
      why,
    );
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
    const none = el(
      "p",
      "empty",
      "Nothing found: every event was judged as it arrived, and nothing broke the protocol or was lost on a client.",
    );
    this.content = el(
      "div",
      "findings",
      el("h2", data.tone, data.verdict),
      el(
        "ul",
        "plain-list",
        data.runLines.map((line) => el("li", "", line)),
      ),
      el("p", "faint", data.countLine),
      data.cut && el("p", "warning", `▲ ${data.cut}`),
      this.articles.length ? this.articles : none,
      data.more > 0 && el("p", "faint", `and ${counted(data.more, "more finding")}`),
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
      "summary",
      "",
      el("span", `badge ${finding.severity}`, `${finding.sign} ${word}`),
      el("b", "", finding.code),
      el("span", "faint", finding.slug),
      el("span", "message", finding.message),
      el(
        "span",
        "faint where",
        [finding.place, finding.type, finding.pointer && `at ${finding.pointer}`].filter(Boolean).join(" · "),
        el("span", "behind", " · later than the cursor"),
      ),
    );
    const jumps = el(
      "p",
      "jumps",
      button("", () => this.bench.goTo(finding.frame, "events"), "Show its event"),
    );
    if (finding.relatedFrame !== null)
      jumps.append(
        button(
          "",
          () => this.bench.goTo(finding.relatedFrame, "events"),
          `Explained by event ${finding.related}`,
        ),
      );
    const rule = this.bench.data.rules[finding.code];
    const sections = (rule?.sections ?? []).map(([heading, texts]) => [
      el("h3", "", heading),
      ...texts.map((text) => el("p", "", text)),
    ]);
    return el(
      "details",
      `finding ${finding.severity}`,
      head,
      jumps,
      rule && el("p", "lead", rule.summary),
      sections.flat(),
      rule && el("p", "faint", rule.spec),
    );
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
    const turn =
      exchanges.length > 1
        ? `Exchange ${exchanges.indexOf(exchange) + 1} of ${exchanges.length}`
        : "Exchange";
    fill(
      this.content,
      el("h2", "", turn),
      facts([
        ["request", exchange.askedMs === null ? "" : duration(exchange.askedMs)],
        ["head", exchange.headMs === null ? "" : duration(exchange.headMs)],
        ["end", exchange.endedMs === null ? "" : duration(exchange.endedMs)],
        ["ended", exchange.ending],
      ]),
      el("h3", "", "Request"),
      el("p", "code", exchange.request || "not kept"),
      headers(exchange.requestHeaders),
      exchange.body &&
        (isJson(exchange.body) ? setOut(exchange.body) : el("pre", "text", bounded(exchange.body))),
      el("h3", "", "Response"),
      el("p", "code", exchange.response || "not kept"),
      headers(exchange.responseHeaders),
    );
  }
}

function headers(pairs) {
  return pairs.length
    ? el(
        "div",
        "wide",
        el(
          "table",
          "headers",
          el(
            "tbody",
            "",
            pairs.map(([name, value]) => el("tr", "", el("th", "", name), el("td", "code", value))),
          ),
        ),
      )
    : null;
}
