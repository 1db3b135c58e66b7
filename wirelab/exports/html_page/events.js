// The events: one row a frame, of which only those in sight are there; and one frame in full.

const [AT, SEQ, KIND, TYPE, ITEM, OWNER, SUMMARY, MARKED, FOUND, BYTES, DATA, RAW, MADE] = Array(13).keys();
const SIGNS = { error: "✖", warning: "▲", note: "·" };

class EventsTab {
  static name = "events";
  static title = "Events";
  static purpose = "What came, when, and what was made of it.";

  constructor(bench) {
    this.bench = bench;
    this.frames = bench.model.frames;
    this.rows = el("div", "rows");
    this.list = el("div", "list", this.rows);
    this.list.tabIndex = 0;
    this.list.setAttribute("role", "listbox");
    this.list.setAttribute("aria-label", "Frames in order of arrival");
    this.list.addEventListener("scroll", () => this.#draw());
    this.list.addEventListener("click", (event) => this.#picked(event));
    this.detail = el("section", "detail");
    this.detail.setAttribute("aria-label", "The frame at the cursor");
    this.content = el("div", "split events", this.list, this.detail);
    this.drawn = new Map();
    this.shown = null;
    new ResizeObserver(() => this.#draw()).observe(this.list);
  }

  show() {
    this.height = parseFloat(getComputedStyle(this.list).getPropertyValue("--row")) || 30;
    this.rows.style.height = `${this.frames.length * this.height}px`;
    const at = Math.max(this.bench.model.cursor, 0) * this.height;
    const { scrollTop, clientHeight } = this.list;
    if (at < scrollTop || at + this.height > scrollTop + clientHeight) {
      this.list.scrollTop = at - clientHeight / 2;
    }
    this.#draw();
    this.#showDetail();
  }

  #draw() {
    if (!this.height || !this.list.clientHeight) return;
    const first = Math.max(Math.floor(this.list.scrollTop / this.height) - 8, 0);
    const last = Math.min(first + Math.ceil(this.list.clientHeight / this.height) + 16, this.frames.length);
    for (const [frame, row] of this.drawn) {
      if (frame >= first && frame < last) continue;
      row.remove();
      this.drawn.delete(frame);
    }
    for (let frame = last - 1; frame >= first; frame--) {
      const held = this.drawn.get(frame);
      const row = held ?? this.#row(frame);
      if (!held) this.rows.insertBefore(row, this.drawn.get(frame + 1) ?? null);
      this.drawn.set(frame, row);
      this.#place(frame, row);
    }
    const current = this.bench.model.cursor;
    if (current >= first && current < last) this.list.setAttribute("aria-activedescendant", `row-${current}`);
    else this.list.removeAttribute("aria-activedescendant");
  }

  #row(frame) {
    const row = this.frames[frame];
    const mark =
      row[MARKED] &&
      el("span", `mark ${row[MARKED]}`, `${SIGNS[row[MARKED]]}${row[FOUND] > 1 ? row[FOUND] : ""}`);
    const element = el(
      "div",
      `row ${kindOf(row)}`,
      el("span", "number", row[SEQ] ?? ""),
      el("span", "time", duration(row[AT])),
      el("span", "type", row[TYPE]),
      el("span", "summary", row[SUMMARY]),
      mark || el("span", "mark"),
    );
    element.id = `row-${frame}`;
    element.dataset.frame = String(frame);
    element.setAttribute("role", "option");
    element.setAttribute("aria-setsize", String(this.frames.length));
    element.setAttribute("aria-posinset", String(frame + 1));
    return element;
  }

  #place(frame, row) {
    const { cursor } = this.bench.model;
    row.style.transform = `translateY(${frame * this.height}px)`;
    row.setAttribute("aria-selected", String(frame === cursor));
    row.classList.toggle("later", frame > cursor);
  }

  #picked(event) {
    const row = event.target.closest(".row");
    if (row) this.bench.goTo(Number(row.dataset.frame));
  }

  #showDetail() {
    const frame = this.bench.model.cursor;
    if (this.shown === frame) return;
    this.shown = frame;
    this.detail.scrollTop = 0;
    const row = this.frames[frame];
    if (!row) {
      fill(this.detail, el("p", "empty", "Before the first frame."));
      return;
    }
    const gap =
      frame && row[AT] !== null && this.frames[frame - 1][AT] !== null
        ? row[AT] - this.frames[frame - 1][AT]
        : null;
    const found = this.bench.findings.filter((each) => each.frame === frame);
    fill(
      this.detail,
      el("h2", "", row[TYPE]),
      facts([
        ["event", row[SEQ]],
        ["frame", frame],
        ["at", row[AT] === null ? "unknown" : duration(row[AT])],
        ["since the one before", gap === null ? "" : `+${duration(gap)}`],
        ["about", row[ITEM]],
        ["subagent", row[OWNER]],
        ["size", row[BYTES] ? size(row[BYTES]) : ""],
        ["stands for", row[MADE].join(", ")],
      ]),
      found.map((each) => findingLine(each, this.bench)),
      row[SEQ] !== null && isJson(row[DATA])
        ? setOut(row[DATA])
        : el("pre", "text", bounded(row[DATA] || row[SUMMARY])),
      row[RAW] && el("h3", "", "As it came"),
      row[RAW] && el("pre", "text", row[RAW]),
    );
  }
}

function kindOf(row) {
  if (row[SEQ] === null) return "none";
  const family = row[TYPE].split("_")[0].toLowerCase();
  return ["run", "step", "text", "tool", "reasoning", "state", "messages", "activity", "subagent"].includes(
    family,
  )
    ? family
    : "other";
}

/** A finding in one line that leads to the Verdict tab. */
function findingLine(finding, bench) {
  const open = button("link", () => bench.openFinding(finding), `${finding.sign} ${finding.code}`);
  return el("p", `found ${finding.severity}`, open, " ", finding.message);
}
