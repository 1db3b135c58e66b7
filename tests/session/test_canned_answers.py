from __future__ import annotations

from typing import Any

import pytest

from wirelab.errors import UsageError
from wirelab.session.canned_answers import CannedAnswers, read_canned_answers
from wirelab.session.owed_answers import OpenCall


def canned(text: str) -> CannedAnswers:
    return read_canned_answers(text.encode(), "answers.json")


def content_of(result: str) -> dict[str, Any]:
    message = canned(f'{{"f": {result}}}').message(OpenCall("c", "f", ""), "m")
    assert message is not None
    assert (message["id"], message["role"], message["toolCallId"]) == ("m", "tool", "c")
    return message


def test_a_tools_answer_is_text_as_it_is_or_json_or_an_error() -> None:
    assert content_of('"sunny"')["content"] == "sunny"
    assert content_of('{"sky": "clear", "n": 1}')["content"] == '{"sky":"clear","n":1}'
    assert content_of("null")["content"] == "null"
    failed = content_of('{"error": "declined"}')
    assert (failed["content"], failed["error"]) == ("", "declined")
    assert content_of('{"error": "e", "more": 1}')["content"] == '{"error":"e","more":1}'
    assert canned('{"f": 1}').message(OpenCall("c", "other", ""), "m") is None


def test_an_interrupts_answer_is_found_by_id_then_reason_then_for_any() -> None:
    file = canned('{"interrupt:*": 1, "interrupt:i-1": 2, "interrupt:approval": {"ok": true}}')
    by_id = file.entry({"id": "i-1", "reason": "approval"})
    by_reason = file.entry({"id": "i-2", "reason": "approval"})
    any_other = file.entry({"id": "i-3", "reason": "else"})
    assert by_id == {"interruptId": "i-1", "status": "resolved", "payload": 2}
    assert by_reason is not None
    assert by_reason["payload"] == {"ok": True}
    assert any_other is not None
    assert any_other["payload"] == 1


def test_null_abandons_an_interrupt_and_no_answer_is_none() -> None:
    entry = canned('{"interrupt:i": null}').entry({"id": "i", "reason": "r"})
    assert entry == {"interruptId": "i", "status": "cancelled"}
    assert canned("{}").entry({"id": "i", "reason": "r"}) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1,\n "b": }', "answers.json:2:7: expecting value"),
        ("", "answers.json:1:1: expecting value"),
        ("\n [1]", "answers.json:2:2: not a JSON object of answers by tool or interrupt"),
        ('{"a": 1,\n  "a": 2}', 'answers.json:2:3: "a" has an answer already'),
        ('{"interrupt:": 1}', "answers.json:1:2: an id, a reason or * is missing"),
        ('{"": 1}', "answers.json:1:2: the name of a tool is missing"),
        ('{"f":\n  {"error": 7}}', 'answers.json:2:3: "error" takes a text that is not empty'),
        ('{"f": NaN}', "answers.json:1:7: NaN is not JSON"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_place(text: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        canned(text)
    assert str(caught.value) == said


def test_bytes_that_are_not_utf8_and_nesting_without_end_are_said() -> None:
    with pytest.raises(UsageError, match=r"^a:2:2: the bytes are not UTF-8$"):
        read_canned_answers(b'{\n"\xff": 1}', "a")
    with pytest.raises(UsageError, match="nested deeper"):
        canned('{"f": ' + "[" * 5000 + "]" * 5000 + "}")


def test_long_numbers_and_a_byte_order_mark_are_read() -> None:
    assert read_canned_answers(b"\xef\xbb\xbf" + b'{"f": ' + b"9" * 5000 + b"}", "a").by_tool
