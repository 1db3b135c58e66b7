// The page: one cursor that every tab follows, the keys, and the clock that moves it.

const TABS = [ConversationTab, EventsTab, ToolsTab, StateTab, VerdictTab, WireTab];
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 64];
const UNKNOWN_GAP = 50;

class Bench {
  constructor(data) {
    this.data = data;
    this.findings = data.findings;
    this.model = new Model(data);
    this.last = data.frames.length - 1;
    this.times = timesOf(data.frames);
    this.speed = 1;
    this.playing = null;
    this.places = [...new Set(data.findings.filter((each) => !each.opinion).map((each) => each.frame))].sort((a, b) => a - b);
    this.tabs = TABS.map((Tab) => new Tab(this));
    this.#makeTabs();
    this.#makePlayer();
    document.addEventListener("keydown", (event) => this.#key(event));
    this.goTo(this.last);
  }

  get exchange() {
    const { exchanges } = this.data;
    const { cursor } = this.model;
    return exchanges.findLast((each) => each.first <= Math.max(cursor, 0)) ?? exchanges[0];
  }

  show() {
    const { model } = this;
    this.current.show();
    const { status } = model;
    const which = status.run ? el("span", "faint", `run ${status.run}`) : null;
    fill(byId("standing"), el("span", `chip ${status.status.replace(" ", "-")}`, `${status.sign} ${status.word}`), which);
    const scrubber = byId("scrubber");
    scrubber.value = String(model.cursor);
    const where = this.#where();
    scrubber.setAttribute("aria-valuetext", where);
    byId("clock").replaceChildren(el("b", "", this.#time(model.cursor)), el("span", "faint", ` / ${this.#time(this.last)}`), el("span", "position faint", where));
    byId("scrubber").style.setProperty("--done", `${this.last > 0 ? (100 * Math.max(model.cursor, 0)) / this.last : 100}%`);
    this.#sign();
  }

  #where() {
    const row = this.data.frames[this.model.cursor];
    if (!row) return "before the first frame";
    const total = this.data.frames.length;
    return row[SEQ] === null ? `frame ${this.model.cursor} of ${total - 1}` : `event ${row[SEQ]} · frame ${this.model.cursor} of ${total - 1}`;
  }

  #time(frame) {
    return this.known ? duration(this.times[Math.max(frame, 0)] ?? 0) : "no times";
  }

  get known() {
    return this.data.frames.some((row) => row[AT] !== null);
  }

  goTo(frame, tab = null, quiet = false) {
    if (!quiet) this.pause();
    this.#move(frame);
    if (tab) this.openTab(tab);
    if (!quiet) this.#tell();
  }

  goToEvent(event) {
    this.goTo(this.data.frames.findIndex((row) => row[SEQ] === event));
  }

  #move(frame) {
    const panel = this.panels[this.tabs.indexOf(this.current)];
    const follows = this.current.list === panel.firstChild && panel.scrollHeight - panel.scrollTop - panel.clientHeight < 80;
    this.model.to(Math.min(Math.max(frame, Math.min(0, this.last)), this.last));
    this.show();
    if (follows) panel.scrollTop = panel.scrollHeight;
  }

  #tell() {
    const row = this.data.frames[this.model.cursor];
    byId("said").textContent = row ? visible(`${this.#where()}: ${row[TYPE]} ${row[SUMMARY]}`).slice(0, 200) : "";
  }

  byEvents(count) {
    let frame = this.model.cursor;
    for (let left = Math.abs(count); left > 0; left--) {
      let next = frame + Math.sign(count);
      while (next > 0 && next < this.last && this.data.frames[next][SEQ] === null) next += Math.sign(count);
      if (next < 0 || next > this.last) break;
      frame = next;
    }
    this.goTo(frame);
  }

  toOneOf(places, step) {
    const { cursor } = this.model;
    const next = step > 0 ? places.find((place) => place > cursor) : places.findLast((place) => place < cursor);
    return next ?? (step > 0 ? places[0] : places.at(-1));
  }

  toFinding(step) {
    if (this.places.length) this.goTo(this.toOneOf(this.places, step));
  }

  toRun(step) {
    const next = this.toOneOf(this.data.runs, step);
    const back = step < 0 ? next < this.model.cursor : next > this.model.cursor;
    this.goTo(back ? next : step < 0 ? 0 : this.last);
  }

  openCall(id) {
    this.openTab("tools");
    this.current.pick(id);
  }

  openFinding(finding) {
    this.openTab("verdict");
    this.current.open(finding);
  }

  // tabs

  #makeTabs() {
    this.buttons = this.tabs.map((tab, at) => {
      const { name, title, purpose } = tab.constructor;
      const choice = button("tab", () => this.openTab(name), el("kbd", "", at + 1), title, el("span", "note"));
      choice.id = `tab-${name}`;
      choice.title = purpose;
      choice.setAttribute("role", "tab");
      choice.setAttribute("aria-controls", `panel-${name}`);
      choice.setAttribute("aria-keyshortcuts", String(at + 1));
      return choice;
    });
    this.panels = this.tabs.map((tab) => {
      const panel = el("div", "panel", tab.content);
      panel.id = `panel-${tab.constructor.name}`;
      panel.tabIndex = 0;
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", `tab-${tab.constructor.name}`);
      return panel;
    });
    add(byId("tabs"), this.buttons);
    add(byId("panels"), this.panels);
    byId("tabs").addEventListener("keydown", (event) => this.#tabKey(event));
    byId("verdict").addEventListener("click", () => this.openTab("verdict"));
    this.#select(this.tabs[0]);
  }

  #select(chosen) {
    this.current = chosen;
    this.tabs.forEach((tab, at) => {
      const is = tab === chosen;
      this.buttons[at].setAttribute("aria-selected", String(is));
      this.buttons[at].tabIndex = is ? 0 : -1;
      this.panels[at].hidden = !is;
      const note = tab.note ?? (tab.constructor.name === "tools" && tab.count ? String(tab.count) : "");
      fill(this.buttons[at].querySelector(".note"), note);
    });
    this.buttons[this.tabs.indexOf(chosen)].scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  openTab(name) {
    const chosen = this.tabs.find((tab) => tab.constructor.name === name);
    if (!chosen) return;
    this.#select(chosen);
    this.show();
    if (chosen.list === chosen.content) chosen.content.parentNode.scrollTop = chosen.content.parentNode.scrollHeight;
  }

  #tabKey(event) {
    const at = this.tabs.indexOf(this.current);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: this.tabs.length - 1 }[event.key];
    if (to === undefined || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (to + this.tabs.length) % this.tabs.length;
    this.openTab(this.tabs[next].constructor.name);
    this.buttons[next].focus();
  }

  // playing

  #makePlayer() {
    const scrubber = byId("scrubber");
    scrubber.max = String(Math.max(this.last, 0));
    scrubber.addEventListener("input", () => this.goTo(Number(scrubber.value)));
    byId("play").addEventListener("click", () => this.toggle());
    byId("back").addEventListener("click", () => this.goTo(this.model.cursor - 1));
    byId("on").addEventListener("click", () => this.goTo(this.model.cursor + 1));
    const speed = byId("speed");
    for (const each of SPEEDS) {
      const option = el("option", "", `${each}×`);
      option.value = String(each);
      speed.append(option);
    }
    speed.value = "1";
    speed.addEventListener("change", () => this.#setSpeed(Number(speed.value)));
    const marked = this.findings.filter((each) => !each.opinion && each.severity !== "note").slice(0, 500);
    for (const { frame, severity } of marked) {
      const tick = el("i", severity);
      tick.style.left = `${this.last > 0 ? (100 * frame) / this.last : 0}%`;
      byId("ticks").append(tick);
    }
  }

  #setSpeed(speed) {
    this.speed = speed;
    byId("speed").value = String(speed);
    if (this.playing) this.#begin();
  }

  toggle() {
    if (this.playing) this.pause(true);
    else this.play();
  }

  play() {
    if (this.last < 0) return;
    if (this.model.cursor >= this.last) this.#move(0);
    this.#begin();
    byId("said").textContent = "playing";
    this.#sign();
  }

  #begin() {
    const playing = { since: performance.now(), from: this.times[Math.max(this.model.cursor, 0)] };
    this.playing = playing;
    const tick = (now) => {
      if (this.playing !== playing) return;
      this.#reach(playing.from + Math.max(now - playing.since, 0) * this.speed);
      if (this.playing === playing) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  #reach(time) {
    let frame = this.model.cursor;
    while (frame < this.last && this.times[frame + 1] <= time) frame += 1;
    if (frame !== this.model.cursor) this.#move(frame);
    if (frame >= this.last) this.pause(true);
  }

  pause(said = false) {
    if (!this.playing) return;
    this.playing = null;
    this.#sign();
    if (said) byId("said").textContent = `paused at ${this.#where()}`;
  }

  #sign() {
    const play = byId("play");
    const word = this.playing ? "Pause" : this.model.cursor >= this.last ? "Play again" : "Play";
    if (play.getAttribute("aria-label") === word) return;
    play.setAttribute("aria-label", word);
    play.classList.toggle("playing", Boolean(this.playing));
  }

  // keys

  #key(event) {
    if (event.altKey || event.metaKey || byId("keys").open) return;
    const name = `${event.ctrlKey ? "ctrl+" : ""}${event.shiftKey && event.key.length > 1 ? "shift+" : ""}${event.key}`;
    const found = KEYS.find(({ keys }) => keys.includes(name));
    const pressed = event.target.closest("button, summary, select, a");
    if (!found || (pressed && [" ", "Enter"].includes(event.key)) || (event.target.closest("select") && !event.ctrlKey && /Arrow|^.$/.test(event.key))) return;
    event.preventDefault();
    found.does(this, event);
  }

  faster(step) {
    this.#setSpeed(SPEEDS[Math.min(Math.max(SPEEDS.indexOf(this.speed) + step, 0), SPEEDS.length - 1)]);
  }
}

/** When each frame comes, never before the one before it; a steady pace where times are unknown. */
function timesOf(frames) {
  const known = frames.some((row) => row[AT] !== null);
  let time = frames.find((row) => row[AT] !== null)?.[AT] ?? 0;
  return frames.map((row, at) => (time = known ? Math.max(time, row[AT] ?? time) : at * UNKNOWN_GAP));
}
