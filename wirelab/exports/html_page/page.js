// The page: one cursor that every tab follows, and the keys that move it.

const TABS = [ConversationTab, EventsTab, ToolsTab, StateTab, VerdictTab, TimingTab, WireTab];

class Bench {
  constructor(data) {
    this.data = data;
    this.findings = data.findings;
    this.model = new Model(data);
    this.last = data.frames.length - 1;
    this.places = [...new Set(data.findings.filter((each) => !each.opinion).map((each) => each.frame))].sort(
      (a, b) => a - b,
    );
    this.tabs = TABS.map((Tab) => new Tab(this));
    this.#makeTabs();
    this.player = new Player(this);
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#holdWhilePressed();
    this.goTo(this.last);
  }

  get exchange() {
    const { exchanges } = this.data;
    const { cursor } = this.model;
    return exchanges.findLast((each) => each.first <= Math.max(cursor, 0)) ?? exchanges[0];
  }

  show() {
    const { model } = this;
    if (!this.held) this.current.show();
    const { status } = model;
    const which = status.run ? el("span", "faint", `run ${status.run}`) : null;
    const chip = el("span", `chip ${status.status.replace(" ", "-")}`, `${status.sign} ${status.word}`);
    fill(byId("standing"), chip, which);
    this.player.show(this.where);
    this.#notes();
  }

  /** What is being pressed or marked stays as it is, so that the click still finds it. */
  #holdWhilePressed() {
    const release = () => {
      this.held = false;
      this.show();
    };
    byId("panels").addEventListener("pointerdown", () => (this.held = true));
    for (const end of ["pointerup", "pointercancel"]) {
      window.addEventListener(end, () => this.held && requestAnimationFrame(release));
    }
  }

  get where() {
    const row = this.data.frames[this.model.cursor];
    if (!row) return "before the first frame";
    const total = this.data.frames.length;
    return row[SEQ] === null
      ? `frame ${this.model.cursor} of ${total - 1}`
      : `event ${row[SEQ]} · frame ${this.model.cursor} of ${total - 1}`;
  }

  goTo(frame, tab = null) {
    this.player.pause();
    this.held = false;
    this.move(frame);
    if (tab) this.openTab(tab);
    this.#tell();
  }

  goToEvent(event) {
    this.goTo(this.data.frames.findIndex((row) => row[SEQ] === event));
  }

  move(frame) {
    const panel = this.panels[this.tabs.indexOf(this.current)];
    const follows =
      this.current.list === panel.firstChild &&
      panel.scrollHeight - panel.scrollTop - panel.clientHeight < 80;
    this.model.to(Math.min(Math.max(frame, Math.min(0, this.last)), this.last));
    this.show();
    if (follows) panel.scrollTop = panel.scrollHeight;
  }

  #tell() {
    const row = this.data.frames[this.model.cursor];
    byId("said").textContent = row
      ? visible(`${this.where}: ${row[TYPE]} ${row[SUMMARY]}`).slice(0, 200)
      : "";
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
    const next =
      step > 0 ? places.find((place) => place > cursor) : places.findLast((place) => place < cursor);
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
      const key = el("kbd", "", at + 1);
      key.ariaHidden = "true";
      const choice = button(
        "tab",
        () => this.openTab(name),
        key,
        title,
        " ",
        el("span", "note"),
      );
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
    });
    this.buttons[this.tabs.indexOf(chosen)].scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Beside the name of a tab, how much there is in it by now. */
  #notes() {
    this.tabs.forEach((tab, at) => {
      const note = this.buttons[at].querySelector(".note");
      if (note.textContent !== (tab.note ?? "")) fill(note, tab.note);
    });
  }

  openTab(name) {
    const chosen = this.tabs.find((tab) => tab.constructor.name === name);
    if (!chosen) return;
    this.#select(chosen);
    this.show();
    if (chosen.list === chosen.content)
      chosen.content.parentNode.scrollTop = chosen.content.parentNode.scrollHeight;
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

  // keys

  #key(event) {
    if (event.altKey || event.metaKey || byId("keys").open) return;
    const name = `${event.ctrlKey ? "ctrl+" : ""}${event.shiftKey && event.key.length > 1 ? "shift+" : ""}${event.key}`;
    const found = KEYS.find(({ keys }) => keys.includes(name));
    const pressed = event.target.closest("button, summary, select, a");
    if (
      !found ||
      (pressed && [" ", "Enter"].includes(event.key)) ||
      (event.target.closest("select") && !event.ctrlKey && /Arrow|^.$/.test(event.key))
    )
      return;
    event.preventDefault();
    found.does(this, event);
  }
}
