"""The page in a real browser: what each tab says, keys, player, and that text stays text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.chromium import Browser, running_browser
from tests.exports.hostile import HOSTILE
from tests.views.streams import RUN_FINISHED, RUN_STARTED
from wirelab.exports.html_page.page_text import write
from wirelab.exports.outcome import Outcome
from wirelab.session.session import Session
from wirelab.steps.exporters import Export
from wirelab.stream_inspection import inspect_stream

ROOT = Path(__file__).parents[3]
READ_TREE = """(() => {
  const read = (item) => {
    const leaf = item.querySelector(':scope > .string, :scope > .literal');
    if (leaf) return JSON.parse(leaf.textContent);
    const fold = item.querySelector(':scope > details');
    if (!fold) return item.textContent.endsWith(']') ? [] : {};
    const items = [...fold.querySelectorAll(':scope > ul > li')];
    const sign = [...fold.querySelectorAll(':scope > summary > .faint')].at(-1).textContent;
    const name = (each) =>
      (each.querySelector(':scope > details > summary') ?? each).querySelector(':scope > .name');
    if (sign.startsWith('[')) return items.map(read);
    return Object.fromEntries(items.map((each) => [name(each).textContent, read(each)]));
  };
  return read(document.querySelector('#panel-state .json > li'));
})()"""
SAID = """[...document.querySelectorAll('#panel-conversation .message')].map((message) => {
  const text = message.querySelector('.text')?.cloneNode(true);
  text?.querySelectorAll('.typing, .bad').forEach((mark) => mark.remove());
  return text?.textContent ?? null;
})"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with running_browser(tmp_path_factory.mktemp("browser")) as started:
        started.look(1200, 800)
        yield started


def recorded(name: str) -> Session:
    return inspect_stream(ROOT / "recordings" / f"{name}.jsonl")


def page(session: Session, folder: Path, name: str = "x.jsonl") -> Path:
    path = folder / "page.html"
    path.write_bytes(b"".join(write(Outcome(name, "recording", session), Export(name))))
    return path


def jump(browser: Browser, frame: int) -> None:
    """By the scrubber, as a hand does it."""
    browser.run(
        "(() => { const scrubber = document.getElementById('scrubber');"
        f" scrubber.value = {frame};"
        " scrubber.dispatchEvent(new Event('input')); })()"
    )


def shown(browser: Browser) -> str:
    return browser.text("[role=tabpanel]:not([hidden])")


@pytest.mark.parametrize("name", ["tool-call", "subagents", "state-sync", "interrupt", "reasoning"])
def test_every_tab_shows_the_world_at_the_cursor_both_ways(
    browser: Browser, tmp_path: Path, name: str
) -> None:
    session = recorded(name)
    browser.open(page(session, tmp_path))
    count = session.event_count
    moments = [*range(0, count, 5), count - 1]
    for event in (*moments, *reversed(moments[:-1])):
        jump(browser, session.events.frame_of(event))
        world = session.world_at(event)
        browser.press("4")
        assert browser.run(READ_TREE) == world.state.document
        browser.press("3")
        touched = [
            effect.payload["toolCallId"]
            for each in session.events[: event + 1]
            for effect in each.effects
            if effect.payload.get("toolCallId") in world.tool_calls.by_id
        ]
        if touched:
            call = world.tool_calls.by_id[touched[-1]]
            joined = browser.run("document.querySelector('.joined')?.textContent ?? ''")
            assert joined.rstrip("▌") == call.arguments
            assert call.name in shown(browser)
        browser.press("1")
        texts = [each for each in browser.run(SAID) if each is not None]
        for message in world.messages.order:
            spoken = message.family == "reasoning" or (message.family == "text" and message.text)
            if spoken and isinstance(message.content, str):
                assert (message.text or "(no text)") in texts or message.open
        if world.runs.active is None:
            assert world.runs.all[-1].status.value.upper() in shown(browser)


def test_a_click_and_keys_lead_everywhere(browser: Browser, tmp_path: Path) -> None:
    browser.open(page(recorded("invalid-order"), tmp_path))
    assert "rejected · 3 errors" in browser.text("#verdict")
    browser.click("#tab-verdict")
    assert browser.run("document.activeElement.id") == "tab-verdict"
    assert "content came for text message" in shown(browser)
    assert "a conforming client stops" not in shown(browser)
    browser.press("Home")
    assert browser.run("document.activeElement.id") == "tab-conversation"
    browser.run("document.activeElement.blur()")
    browser.press("Home")
    assert "event 0 · frame 0 of 20" in browser.text("#clock")
    for event in (1, 7, 19, 1):
        browser.press("n")
        assert f"event {event} ·" in browser.text("#clock")
    browser.press("N")
    assert "event 19 ·" in browser.text("#clock")
    browser.press("ArrowLeft")
    browser.press(",")
    browser.press(".")
    assert "event 18 ·" in browser.text("#clock")
    browser.press("shift+ArrowLeft")
    assert "event 0 ·" in browser.text("#clock")
    browser.press("2")
    assert "RUN_STARTED" in shown(browser)
    browser.click("#row-7")
    assert "event 7 ·" in browser.text("#clock")
    assert browser.text("#row-7").split("\n")[2] == "TEXT_MESSAGE_START"
    browser.click(".found .link")
    assert browser.run("document.querySelector('details.finding[open] b').textContent") == "MSG001"
    assert "Why it matters" in shown(browser)
    browser.click("details.finding[open] .jumps button:last-child")
    assert "event 2 ·" in browser.text("#clock")
    browser.press("?")
    assert browser.run("document.getElementById('keys').open") is True
    assert "Next finding" in browser.text("#keys")
    browser.press("Escape")
    browser.until("!document.getElementById('keys').open")


def test_tabs_are_a_tab_list(browser: Browser, tmp_path: Path) -> None:
    browser.open(page(recorded("tool-call"), tmp_path))
    tree = browser.ask("Accessibility.getFullAXTree")["nodes"]
    by_role: dict[str, list[str]] = {}
    for node in tree:
        if not node.get("ignored"):
            name = node.get("name", {}).get("value", "")
            by_role.setdefault(node["role"]["value"], []).append(name)
    names = ["Conversation", "Events", "Tools 1", "State", "Verdict", "Timing", "Wire"]
    assert [each.strip() for each in by_role["tab"]] == names
    assert by_role["slider"] == ["Where in the run"]
    assert len(by_role["tabpanel"]) == 1
    assert "Play again" in by_role["button"]
    assert all(by_role["button"]), "a button without a name"
    browser.click("#tab-events")
    browser.press("ArrowRight")
    assert browser.run("document.activeElement.id") == "tab-tools"
    assert browser.run("document.activeElement.getAttribute('aria-selected')") == "true"
    assert browser.run("document.querySelectorAll('[role=tab][tabindex=\"0\"]').length") == 1


def test_it_plays_pauses_and_plays_again(browser: Browser, tmp_path: Path) -> None:
    session = recorded("tool-call")
    browser.open(page(session, tmp_path))
    last = len(session.frames) - 1
    browser.run("document.getElementById('speed').value = '64'")
    browser.run("document.getElementById('speed').dispatchEvent(new Event('change'))")
    browser.click("#play")
    browser.until(
        f"document.getElementById('clock').textContent.includes('frame {last} of {last}')"
        " && document.getElementById('play').getAttribute('aria-label') === 'Play again'"
    )
    for _ in range(10):
        browser.press("-")
    assert browser.run("document.getElementById('speed').value") == "0.25"
    browser.run("document.activeElement.blur()")
    browser.press(" ")
    assert browser.run("document.getElementById('play').getAttribute('aria-label')") == "Pause"
    browser.until("!document.getElementById('clock').textContent.includes('frame 0 ')")
    browser.press(" ")
    assert browser.run("document.getElementById('play').getAttribute('aria-label')") == "Play"
    stood = browser.text("#clock")
    assert f"frame {last} of" not in stood
    assert browser.text("#clock") == stood


def test_bars_reach_as_far_as_the_cursor(browser: Browser, tmp_path: Path) -> None:
    session = recorded("tool-call")
    browser.open(page(session, tmp_path), "#tab=timing")
    whole = browser.run("document.querySelector('.bar.call').style.width")
    call = next(iter(session.world.tool_calls.by_id.values()))
    assert call.opened is not None
    jump(browser, session.events.frame_of(call.opened) - 1)
    assert browser.run("document.querySelectorAll('.bar.call').length") == 0
    jump(browser, session.events.frame_of(call.opened) + 2)
    assert "so far" in browser.text(".bars li:last-child")
    part = browser.run("document.querySelector('.bar.call').style.width")
    assert 0 < float(part.rstrip("%")) < float(whole.rstrip("%"))
    browser.click(".silences .link")
    assert browser.text("#clock")


def hostile_session() -> tuple[Session, list[str]]:
    texts = [
        HOSTILE,
        "</script><script>alert(1)</script>",
        "<!--<script>alert(2)//",
        "\u2028</style><img src=x onerror=alert(3)>\u2029",
        "{{data}} {{script}} ${alert(4)}",
    ]
    events: list[Any] = [RUN_STARTED]
    for at, text in enumerate(texts):
        name = f"m-{at} {text}"
        events += [
            {"type": "TEXT_MESSAGE_START", "messageId": name, "role": "assistant", "name": text},
            {"type": "TEXT_MESSAGE_CONTENT", "messageId": name, "delta": text},
            {"type": "TEXT_MESSAGE_END", "messageId": name},
            {"type": "TOOL_CALL_START", "toolCallId": f"c{at}{text}", "toolCallName": text},
            {"type": "TOOL_CALL_ARGS", "toolCallId": f"c{at}{text}", "delta": text},
            {"type": "STATE_DELTA", "delta": [{"op": "add", "path": f"/{at}", "value": text}]},
            {
                "type": "STATE_SNAPSHOT",
                "snapshot": {"__proto__": text, "constructor": {text: text}},
            },
            {"type": text, text: text},
        ]
    lines = [json.dumps(event) for event in (*events, RUN_FINISHED)]
    return inspect_stream(lines), texts


def test_nothing_from_the_wire_is_more_than_text(browser: Browser, tmp_path: Path) -> None:
    session, texts = hostile_session()
    path = page(session, tmp_path, name=f"a {HOSTILE}")
    markup = path.read_text(encoding="utf-8")
    assert markup.count("<script") == markup.count("</script>") == 2
    browser.open(path)
    elements = "document.querySelectorAll('script, style, img, iframe, link, object').length"
    before = browser.run(elements)
    for tab in "1234567":
        browser.press(tab)
        for key in ("Home", "n", "End"):
            browser.press(key)
    for event in range(session.event_count):
        jump(browser, session.events.frame_of(event))
    browser.press("1")
    said = browser.run(SAID)
    assert [each for each in said if each] == [visible(text) for text in texts]
    browser.press("4")
    assert "__proto__: " in shown(browser)
    assert "constructor: {1}" in shown(browser)
    assert browser.run(elements) == before
    assert browser.named("Page.javascriptDialogOpening") == []
    assert browser.named("Runtime.exceptionThrown") == []
    assert browser.named("Log.entryAdded") == []
    asked = {each["request"]["url"] for each in browser.named("Network.requestWillBeSent")}
    assert asked == {path.as_uri()}


def visible(text: str) -> str:
    """As ``safe`` shows it, but for line ends and tabs, which a page can show."""
    from wirelab.views.safe_text import safe

    lines = text.split("\n")
    return "\n".join("\t".join(safe(each) for each in line.split("\t")) for line in lines)


def test_the_policy_lets_no_other_script_run(browser: Browser, tmp_path: Path) -> None:
    browser.open(page(recorded("chat"), tmp_path))
    refused = browser.run(
        "(() => { try { document.body.innerHTML = '<b>x</b>'; return 'taken' }"
        " catch (error) { return error.name } })()"
    )
    assert refused == "TypeError"
    browser.run("document.body.append(document.createElement('p'))")
    assert "chat" in browser.text("h1").lower() or "x.jsonl" in browser.text("h1")


@pytest.mark.parametrize("name", ["tool-call", "invalid-order", "subagents", "state-sync"])
def test_it_fits_a_narrow_frame(browser: Browser, tmp_path: Path, name: str) -> None:
    browser.look(360, 640, "dark")
    try:
        browser.open(page(recorded(name), tmp_path), "#tab=tools&event=3")
        assert "event 3 ·" in browser.text("#clock")
        assert (
            browser.run("document.querySelector('[aria-selected=true][role=tab]').id")
            == "tab-tools"
        )
        for tab in "1234567":
            browser.press(tab)
            assert browser.run("document.scrollingElement.scrollWidth") == 360
            wide = "document.querySelector('[role=tabpanel]:not([hidden])')"
            assert browser.run(f"{wide}.scrollWidth <= {wide}.clientWidth")
    finally:
        browser.look(1200, 800)


def test_colours_follow_the_system_until_one_is_chosen(browser: Browser, tmp_path: Path) -> None:
    colour = "getComputedStyle(document.body).backgroundColor"
    browser.look(1200, 800, "dark")
    browser.open(page(recorded("chat"), tmp_path))
    dark = browser.run(colour)
    browser.look(1200, 800, "light")
    light = browser.run(colour)
    assert dark != light
    browser.click("#theme")
    browser.click("#theme")
    assert browser.run(colour) == dark


def test_a_stream_without_an_event_says_why(browser: Browser, tmp_path: Path) -> None:
    browser.open(page(inspect_stream(b""), tmp_path))
    for tab in "1234567":
        browser.press(tab)
    browser.press("ArrowLeft")
    browser.press(" ")
    browser.press("1")
    assert shown(browser).strip()
    assert browser.named("Runtime.exceptionThrown") == []


def test_numbers_are_shown_as_they_came(browser: Browser, tmp_path: Path) -> None:
    snapshot = '{"type":"STATE_SNAPSHOT","snapshot":{"big":12345678901234567891,"x":1e999}}'
    browser.open(page(inspect_stream([snapshot]), tmp_path), "#tab=state")
    assert "big: 12345678901234567891" in shown(browser)
    assert "x: 1e999" in shown(browser)
    browser.press("Home")
    browser.press("2")
    assert '"big": 12345678901234567891' in shown(browser)


def test_many_events_stay_usable(browser: Browser, tmp_path: Path) -> None:
    """Only the rows in sight are there."""
    words = [
        {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": f"w{at} "} for at in range(5000)
    ]
    start = {"type": "TEXT_MESSAGE_START", "messageId": "m", "role": "assistant"}
    lines = [json.dumps(each) for each in (RUN_STARTED, start, *words)]
    browser.open(page(inspect_stream(lines), tmp_path))
    browser.press("2")
    assert browser.run("document.querySelectorAll('.row').length") < 100
    jump(browser, 2500)
    assert '"w2498 "' in browser.text("#row-2500")
    browser.press("1")
    assert browser.run(SAID)[0] == "".join(f"w{at} " for at in range(2499))
