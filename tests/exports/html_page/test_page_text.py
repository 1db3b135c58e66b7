"""The text of the page: its policy, what it holds of a session, and where it stops."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.exports.hostile import hostile_outcome
from wirelab.exports.documents import DOCUMENTS
from wirelab.exports.html_page import page_model
from wirelab.exports.outcome import Outcome
from wirelab.steps.exporters import Export
from wirelab.stream_inspection import inspect_stream

RECORDINGS = Path(__file__).parents[3] / "recordings"


class Markup(HTMLParser):
    """The tags of a page with their attributes, and what stands in scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, list[str]] = {"script": [], "style": []}
        self._tag = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._tag = tag
        if tag in self.inside:
            self.inside[tag].append("")

    def handle_data(self, data: str) -> None:
        if self._tag in self.inside:
            self.inside[self._tag][-1] += data

    def handle_endtag(self, tag: str) -> None:
        self._tag = ""


def page(outcome: Outcome, export: Export | None = None) -> str:
    given = export if export is not None else Export("x")
    return b"".join(DOCUMENTS["html"].write(outcome, given)).decode()


def recorded(name: str) -> Outcome:
    return Outcome(f"{name}.jsonl", session=inspect_stream(RECORDINGS / f"{name}.jsonl"))


def model_of(text: str) -> dict[str, Any]:
    packed = Markup(text).inside["script"][0]
    model: dict[str, Any] = json.loads(zlib.decompress(b64decode(packed)))
    return model


def test_only_its_own_script_and_style_count() -> None:
    markup = Markup(page(recorded("chat")))
    policy = next(
        attrs["content"] or ""
        for tag, attrs in markup.tags
        if attrs.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy.startswith("default-src 'none'; ")
    for word, text in (
        ("script", markup.inside["script"][1]),
        ("style", markup.inside["style"][0]),
    ):
        digest = b64encode(sha256(text.encode()).digest()).decode()
        assert f"{word}-src 'sha256-{digest}';" in policy
    assert "unsafe" not in policy
    assert [tag for tag, _ in markup.tags].index("meta") < [t for t, _ in markup.tags].index(
        "style"
    )


@pytest.mark.parametrize("outcome", [recorded("tool-call"), hostile_outcome()], ids=["good", "bad"])
def test_nothing_in_it_leads_elsewhere(outcome: Outcome) -> None:
    markup = Markup(page(outcome))
    links = [attrs[name] for _, attrs in markup.tags for name in ("src", "href") if name in attrs]
    assert links == ["#panels"]
    handlers = [name for _, attrs in markup.tags for name in attrs if name.startswith("on")]
    assert handlers == []
    assert not re.search(r"fetch\(|XMLHttp|import\(|eval\(|innerHTML|@import|url\(", page(outcome))


def test_it_is_the_same_page_each_time_and_small() -> None:
    first, second = page(recorded("chat")), page(recorded("chat"))
    assert first == second
    assert len(first) < 120_000


def test_of_a_very_long_run_it_holds_the_beginning_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(page_model, "MOST_FRAMES", 10)
    export = Export("x")
    model = model_of(page(recorded("state-sync"), export))
    assert len(model["frames"]) == 10
    assert max(frame for frame, _ in model["steps"]) < 10
    assert max(frame for frame, *_ in model["changes"]) < 10
    assert all(begun < 10 for _, _, _, begun, *_ in model["spans"])
    said = "the page holds the first 10 of 54 frames"
    assert model["cut"] == said
    assert export.notes == [said]


def test_of_very_many_findings_the_gravest_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_model, "MOST_FINDINGS", 1)
    model = model_of(page(recorded("invalid-order")))
    assert [each["code"] for each in model["findings"]] == ["MSG002"]
    assert model["more"] == 2


def test_numbers_that_a_script_would_round_keep_their_digits() -> None:
    exact = 2**60 + 1
    snapshot = (
        f'{{"type":"STATE_SNAPSHOT","snapshot":{{"big":{exact},"huge":1e999,"list":[{exact}]}}}}'
    )
    outcome = Outcome("x", session=inspect_stream([snapshot]))
    model = model_of(page(outcome))
    mark = model["number"]
    steps = [step for _, steps in model["steps"] for step in steps if step[0] == "state"]
    values = {path[-1]: value for _, path, value in steps[0][1]}
    assert values["big"] == {mark: str(exact)}
    assert values["huge"] == {mark: "1e999"}
    assert values["list"] == [{mark: str(exact)}]
