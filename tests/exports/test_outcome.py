from __future__ import annotations

import pytest

from tests.exports.hostile import five_findings, outcome, written
from wirelab.exports import FORMATS, Outcome
from wirelab.rules.finding import Severity

URL = "https://user:pa55@agent.test/run?api_key=s3cret&x=1"


@pytest.mark.parametrize("format", sorted(set(FORMATS) - {"text", "json"}))
def test_what_is_passed_on_holds_no_credentials_of_a_url(format: str) -> None:
    failed = Outcome(URL, error=f"{URL}: nobody listens there")
    found = five_findings()
    found.source, found.file = URL, None
    text = written(format, failed, found)
    assert "agent.test" in text
    assert "pa55" not in text
    assert "s3cret" not in text


def test_the_gravest_are_listed_and_opinions_last() -> None:
    found = five_findings()
    assert found.session is not None
    found.session.findings[0].opinion = True
    assert [each.severity for each in found.listed] == [
        *("error", "error", "warning", "note", "note")
    ]
    assert found.listed[-1].opinion
    found.fail_on = Severity.NOTE
    assert [found.fails(each) for each in found.listed] == [True, True, True, True, False]
    found.most = 2
    assert (len(found.listed), found.omitted) == (2, 3)


def test_lines_are_asked_for_once_and_only_for_what_is_listed() -> None:
    asked = []

    def locate(spots: object) -> dict[tuple[str, int], int]:
        asked.append(spots)
        return {("event", 4): 17}

    found = five_findings(locate=locate, most=1)
    (finding,) = found.listed
    assert (found.line_of(finding), found.line_of(finding)) == (17, 17)
    assert asked == [{("event", 4)}]
    assert outcome().listed == []
