// The player: the scrubber, and the clock that moves the cursor at the recorded intervals.

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 64];
const UNKNOWN_GAP = 50;
const MOST_TICKS = 500;

class Player {
  constructor(bench) {
    this.bench = bench;
    this.last = bench.last;
    const { frames } = bench.data;
    this.known = frames.some((row) => row[AT] !== null);
    this.times = timesOf(frames, this.known);
    this.speed = 1;
    this.playing = null;
    this.#makeScrubber();
    this.#makeSpeeds();
    byId("play").addEventListener("click", () => this.toggle());
    byId("back").addEventListener("click", () => bench.goTo(bench.model.cursor - 1));
    byId("on").addEventListener("click", () => bench.goTo(bench.model.cursor + 1));
  }

  #makeScrubber() {
    const scrubber = byId("scrubber");
    scrubber.max = String(Math.max(this.last, 0));
    scrubber.addEventListener("input", () => this.bench.goTo(Number(scrubber.value)));
    const marked = this.bench.findings.filter((each) => !each.opinion && each.severity !== "note");
    for (const { frame, severity } of marked.slice(0, MOST_TICKS)) {
      const tick = el("i", severity);
      tick.style.left = this.#share(frame);
      byId("ticks").append(tick);
    }
  }

  #makeSpeeds() {
    const choice = byId("speed");
    for (const each of SPEEDS) {
      const option = el("option", "", `${each}×`);
      option.value = String(each);
      choice.append(option);
    }
    choice.value = "1";
    choice.addEventListener("change", () => this.#setSpeed(Number(choice.value)));
  }

  #share(frame) {
    return `${this.last > 0 ? (100 * Math.max(frame, 0)) / this.last : 100}%`;
  }

  /** Where the cursor is, on the scrubber and on the clock. */
  show(where) {
    const { cursor } = this.bench.model;
    const scrubber = byId("scrubber");
    scrubber.value = String(cursor);
    scrubber.setAttribute("aria-valuetext", where);
    scrubber.style.setProperty("--done", this.#share(cursor));
    const time = (frame) => duration(this.times[Math.max(frame, 0)] ?? 0);
    const now = this.known
      ? [el("b", "", time(cursor)), el("span", "faint", ` / ${time(this.last)}`)]
      : [el("span", "faint", "no times were kept")];
    fill(byId("clock"), now, el("span", "position faint", where));
    this.#sign();
  }

  toggle() {
    if (this.playing) this.pause(true);
    else this.play();
  }

  play() {
    const { bench } = this;
    if (this.last < 0) return;
    if (bench.model.cursor >= this.last) bench.move(0);
    this.#begin();
    byId("said").textContent = "playing";
    this.#sign();
  }

  pause(said = false) {
    if (!this.playing) return;
    this.playing = null;
    this.#sign();
    if (said) byId("said").textContent = `paused at ${this.bench.where}`;
  }

  faster(step) {
    const at = SPEEDS.indexOf(this.speed) + step;
    this.#setSpeed(SPEEDS[Math.min(Math.max(at, 0), SPEEDS.length - 1)]);
  }

  #setSpeed(speed) {
    this.speed = speed;
    byId("speed").value = String(speed);
    if (this.playing) this.#begin();
  }

  #begin() {
    const from = this.times[Math.max(this.bench.model.cursor, 0)];
    const playing = { since: performance.now(), from };
    this.playing = playing;
    const tick = (now) => {
      if (this.playing !== playing) return;
      this.#reach(playing.from + Math.max(now - playing.since, 0) * this.speed);
      if (this.playing === playing) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  #reach(time) {
    let frame = this.bench.model.cursor;
    while (frame < this.last && this.times[frame + 1] <= time) frame += 1;
    if (frame !== this.bench.model.cursor) this.bench.move(frame);
    if (frame >= this.last) this.pause(true);
  }

  #sign() {
    const play = byId("play");
    const word = this.playing ? "Pause" : this.bench.model.cursor >= this.last ? "Play again" : "Play";
    if (play.getAttribute("aria-label") === word) return;
    play.setAttribute("aria-label", word);
    play.classList.toggle("playing", Boolean(this.playing));
  }
}

/** When each frame comes, never before the one before it; a steady pace where times are unknown. */
function timesOf(frames, known) {
  let time = frames.find((row) => row[AT] !== null)?.[AT] ?? 0;
  return frames.map((row, at) => {
    time = known ? Math.max(time, row[AT] ?? time) : at * UNKNOWN_GAP;
    return time;
  });
}
