from __future__ import annotations

from typing import Any

import pytest

from wirelab.steps.json_secrets import SecretsLeftOut

JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"


@pytest.mark.parametrize(
    ("value", "kept", "pointers"),
    [
        ({"apiKey": "x", "lang": "pt"}, {"lang": "pt"}, ["/apiKey"]),
        ({"a": [{"access_token": {"v": 1}}]}, {"a": [{}]}, ["/a/0/access_token"]),
        ({"auth/x": {"b": 1}, "maxTokens": 5}, {"maxTokens": 5}, ["/auth~1x"]),
        ({"token": None}, {"token": None}, []),
        ([{"name": "API key", "value": "v"}], [{"name": "API key", "value": ""}], ["/0/value"]),
        ([{"description": "City", "value": "v"}], [{"description": "City", "value": "v"}], []),
        (f"use {JWT} here", "use «redacted» here", [""]),
        ("Authorization: Bearer abcdefgh12345", "Authorization: «redacted»", [""]),
        ("sk-proj-abcdefghijklmnop", "«redacted»", [""]),
        ("a -----BEGIN RSA PRIVATE KEY-----\nMII\n", "a «redacted»", [""]),
        ("https://me:pw@h.test/?api_key=1", "https://«redacted»@h.test/?api_key=«redacted»", [""]),
        ('{"city": "Lisbon", "password": "x"}', '{"city": "Lisbon"}', ["/password"]),
        ('{"city":  "Lisbon"}', '{"city":  "Lisbon"}', []),
        ("{ not JSON", "{ not JSON", []),
        (None, None, []),
    ],
)
def test_secrets_are_left_out_and_named(value: Any, kept: Any, pointers: list[str]) -> None:
    secrets = SecretsLeftOut()
    assert secrets.of(value) == kept
    assert secrets.pointers == pointers


def test_a_schema_may_name_what_it_likes() -> None:
    schema = {"properties": {"password": {"type": "string"}}}
    assert SecretsLeftOut().of(schema, names=False) == schema
