// The keys, the colours, and the start: the data is unpacked, and an address may say where to begin.

const KEYS = [
  {
    keys: ["1", "2", "3", "4", "5", "6", "7"],
    shown: "1 – 7",
    said: "Show a tab",
    does: (bench, event) => bench.openTab(TABS[Number(event.key) - 1].name),
  },
  { keys: ["ArrowLeft"], shown: "←", said: "One event back", does: (bench) => bench.byEvents(-1) },
  { keys: ["ArrowRight"], shown: "→", said: "One event on", does: (bench) => bench.byEvents(1) },
  {
    keys: ["ctrl+ArrowLeft"],
    shown: "ctrl ←",
    said: "Ten events back",
    does: (bench) => bench.byEvents(-10),
  },
  { keys: ["ctrl+ArrowRight"], shown: "ctrl →", said: "Ten events on", does: (bench) => bench.byEvents(10) },
  {
    keys: ["shift+ArrowLeft"],
    shown: "shift ←",
    said: "To where this run begins, then the run before",
    does: (bench) => bench.toRun(-1),
  },
  {
    keys: ["shift+ArrowRight"],
    shown: "shift →",
    said: "To where the next run begins",
    does: (bench) => bench.toRun(1),
  },
  {
    keys: [",", "."],
    shown: ", .",
    said: "One frame back, one frame on",
    does: (bench, { key }) => bench.goTo(bench.model.cursor + (key === "." ? 1 : -1)),
  },
  { keys: ["n", "]"], shown: "n", said: "Next finding", does: (bench) => bench.toFinding(1) },
  { keys: ["N", "["], shown: "N", said: "Finding before", does: (bench) => bench.toFinding(-1) },
  { keys: ["Home"], shown: "home", said: "First frame", does: (bench) => bench.goTo(0) },
  { keys: ["End"], shown: "end", said: "Last frame", does: (bench) => bench.goTo(bench.last) },
  {
    keys: [" "],
    shown: "space",
    said: "Play or pause; after the end, play it again",
    does: (bench) => bench.player.toggle(),
  },
  { keys: ["+", "="], shown: "+", said: "Faster", does: (bench) => bench.player.faster(1) },
  { keys: ["-"], shown: "−", said: "Slower", does: (bench) => bench.player.faster(-1) },
  { keys: ["?"], shown: "?", said: "These keys", does: () => byId("keys").showModal() },
];

const THEMES = {
  auto: ["◐", "Colours: as the system has them"],
  light: ["☀", "Colours: light"],
  dark: ["☾", "Colours: dark"],
};

function setTheme(name) {
  const [sign, said] = THEMES[name];
  if (name === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
  byId("theme").textContent = sign;
  byId("theme").setAttribute("aria-label", `${said}. Change`);
  byId("theme").dataset.now = name;
}

function makeHelp() {
  for (const { shown, said } of KEYS)
    add(byId("key-list"), el("div", "", el("dt", "", el("kbd", "", shown)), el("dd", "", said)));
  byId("help").addEventListener("click", () => byId("keys").showModal());
  byId("theme").addEventListener("click", () => {
    const names = Object.keys(THEMES);
    setTheme(names[(names.indexOf(byId("theme").dataset.now) + 1) % names.length]);
  });
}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replace(/\s+/g, "")), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

/** `#tab=tools&event=12&theme=dark&play=2` */
function begin(bench, words) {
  if (words.has("event")) bench.goToEvent(Number(words.get("event")));
  if (words.has("frame")) bench.goTo(Number(words.get("frame")));
  if (words.has("tab")) bench.openTab(words.get("tab"));
  if (words.has("play")) {
    bench.player.faster(SPEEDS.indexOf(Number(words.get("play"))) - SPEEDS.indexOf(bench.player.speed));
    bench.player.play();
  }
}

async function start() {
  const words = new URLSearchParams(location.hash.slice(1));
  makeHelp();
  setTheme(words.get("theme") in THEMES ? words.get("theme") : "auto");
  const data = await unpacked(byId("data").textContent);
  byId("data").remove();
  unsafe = new RegExp(`[${data.unsafe}]`, "gu");
  byId("bench").hidden = false;
  const bench = new Bench(data);
  begin(bench, words);
  document.documentElement.dataset.ready = "yes";
}

start().catch((error) => {
  byId("trouble").hidden = false;
  byId("trouble").textContent = `This browser cannot show the page (${error.message}); a current one can.`;
});
