// What took how long, as bars over time up to the cursor; and where it was silent longest.

const MOST_BARS = 400;
const SILENCES = 5;

class TimingTab {
  static name = "timing";
  static title = "Timing";
  static purpose = "What took how long: runs, messages, calls and steps over time; silences.";

  constructor(bench) {
    this.bench = bench;
    this.content = el("div", "timing");
  }

  show() {
    const { data, model, player } = this.bench;
    const { cursor } = model;
    const now = player.times[Math.max(cursor, 0)] ?? 0;
    const begun = data.spans.filter(([, , , from]) => from <= cursor);
    const first = player.times[0] ?? 0;
    const scale = { first, whole: Math.max((player.times.at(-1) ?? 0) - first, 1), now, cursor };
    const bars = begun.slice(-MOST_BARS).map((span) => this.#bar(span, scale));
    if (begun.length > MOST_BARS) bars.unshift(el("p", "faint", `… ${begun.length - MOST_BARS} earlier`));
    fill(
      this.content,
      player.known ? null : el("p", "words", "No times were kept: the bars count frames."),
      bars.length ? el("ol", "bars", bars) : el("p", "empty", "Nothing has begun so far."),
      player.known && this.#silences(),
    );
  }

  #bar(span, scale) {
    const [depth, kind, name, from, fromMs, to, toMs, answered, answeredMs, cut] = span;
    const { times } = this.bench.player;
    const reached = (frame) => frame !== null && frame <= scale.cursor;
    const start = fromMs ?? times[from];
    const closed = reached(to);
    const answer = reached(answered);
    const end = answer ? (answeredMs ?? times[answered]) : closed ? (toMs ?? times[to]) : scale.now;
    const took = `${duration(end - start)}${closed || answer ? (cut ? " ✂ cut off" : "") : " so far"}`;
    const label = el("span", "label", el("span", "faint", kind), " ", name);
    label.style.paddingInlineStart = `${Math.min(depth, 8)}em`;
    const bar = el("i", `bar ${kind.split(" ")[0]}${closed || answer ? "" : " open"}${cut && closed ? " cut" : ""}`);
    bar.style.left = `${(100 * (start - scale.first)) / scale.whole}%`;
    bar.style.width = `${(100 * Math.max(end - start, 0)) / scale.whole}%`;
    const row = button("bar-row", () => this.bench.goTo(from), label, el("span", "lane", bar), el("span", "time", took));
    return el("li", "", row);
  }

  #silences() {
    const { player, model, data } = this.bench;
    const gaps = [];
    for (let frame = 1; frame <= model.cursor; frame++) {
      const ms = player.times[frame] - player.times[frame - 1];
      if (gaps.length < SILENCES || ms > gaps.at(-1).ms) {
        gaps.push({ frame, ms });
        gaps.sort((a, b) => b.ms - a.ms);
        gaps.length = Math.min(gaps.length, SILENCES);
      }
    }
    const lines = gaps.map(({ frame, ms }) =>
      el("li", "", el("b", "", duration(ms)), " before ", button("link", () => this.bench.goTo(frame), data.frames[frame][TYPE])),
    );
    return [el("h3", "", "The longest silences"), el("ul", "silences", lines)];
  }
}
