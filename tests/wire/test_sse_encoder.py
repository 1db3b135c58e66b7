"""What is encoded comes back from the decoder, and is canonical."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.wire.decoding import decode
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.sse_decoder import SseDecoder
from wirelab.wire.sse_encoder import canonical_json, encode_comment, encode_data, encode_event

TEXT = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("\r\n :"))
ANY_TEXT = st.text(st.characters() | st.sampled_from("\ud800\udfff\\\n"))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY_TEXT, inner, max_size=3),
    max_leaves=8,
)


def only_frame(body: bytes) -> Frame:
    (frame,) = decode(SseDecoder(), [body])
    return frame


def as_sse_lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


@pytest.mark.parametrize(
    ("payload", "body"),
    [
        ({}, b"data: {}\n\n"),
        ({"type": "X", "n": [1, 2.5, None]}, b'data: {"type":"X","n":[1,2.5,null]}\n\n'),
        ({"delta": "é\u2028\n"}, 'data: {"delta":"é\u2028\\n"}\n\n'.encode()),
        ({"delta": "a\ud83d"}, b'data: {"delta":"a\\ud83d"}\n\n'),
        ({"delta": "\\\udc00"}, b'data: {"delta":"\\\\\\udc00"}\n\n'),
    ],
)
def test_event(payload: dict[str, Any], body: bytes) -> None:
    assert encode_event(payload) == body


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("", b"data: \n\n"),
        ("[DONE]", b"data: [DONE]\n\n"),
        (" a\nb\r\nc\rd\n", b"data:  a\ndata: b\ndata: c\ndata: d\ndata: \n\n"),
        ("a\u2028b", "data: a\u2028b\n\n".encode()),
    ],
)
def test_data(text: str, body: bytes) -> None:
    assert encode_data(text) == body


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("keep-alive", b": keep-alive\n\n"),
        ("", b":\n\n"),
        ("a: \n\nb", b": a: \n:\n: b\n\n"),
    ],
)
def test_comment(text: str, body: bytes) -> None:
    assert encode_comment(text) == body


@given(JSON)
def test_json_comes_back(value: Any) -> None:
    text = canonical_json(value)

    assert json.loads(text) == json.loads(json.dumps(value))
    assert only_frame(encode_event({"value": value})).data == f'{{"value":{text}}}'


@given(TEXT)
def test_data_comes_back(text: str) -> None:
    frame = only_frame(encode_data(text))

    assert (frame.kind, frame.data) == (FrameKind.EVENT, as_sse_lines(text))


@given(TEXT)
def test_comment_comes_back(text: str) -> None:
    frame = only_frame(encode_comment(text))

    assert (frame.kind, frame.data) == (FrameKind.COMMENT, as_sse_lines(text))


@given(ANY_TEXT)
def test_no_text_crashes(text: str) -> None:
    (encode_data(text) + encode_comment(text)).decode()
