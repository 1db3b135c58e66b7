"""Secrets inside JSON values, for what is kept on disk without anybody having asked for it.

Members whose name says that they carry a credential are left out; what looks like a credential
inside a text is replaced, also where the text is JSON itself. It errs on the side of leaving out,
and cannot know a secret that neither its name nor its form gives away.
"""

from __future__ import annotations

import json
import re
from typing import Any

from wirelab.protocol.json_text import NotJson, TooDeep, parse
from wirelab.steps.redaction import REDACTED, is_secret_name, redact_urls

_NAMES = ("name", "key", "description", "header")
_TOKENS = re.compile(
    r"(?i:\b(?:bearer|basic)\s+)[\w.~+/=-]{8,}"
    r"|\beyJ[\w-]{8,}(?:\.[\w-]*)*"
    r"|\b(?:sk|pk|rk|ghp|gho|ghs|glpat|xox[abps]|hf)[-_][\w-]{12,}|\bgithub_pat_\w{12,}"
    r"|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{30,}"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)"
)
"""How well-known credentials look: schemes, JWTs, keys of services, private keys."""


class SecretsLeftOut:
    """What a value is without its secrets; ``pointers`` says where some were, as JSON pointers."""

    def __init__(self) -> None:
        self.pointers: list[str] = []

    def of(self, value: Any, pointer: str = "", *, names: bool = True) -> Any:
        """``value`` without them. names: False where names are definitions, as in a schema."""
        if isinstance(value, dict):
            return self._of_object(value, pointer, names)
        if isinstance(value, list):
            return [self.of(item, f"{pointer}/{at}", names=names) for at, item in enumerate(value)]
        return self._of_text(value, pointer, names) if isinstance(value, str) else value

    def _of_object(self, value: dict[str, Any], pointer: str, names: bool) -> dict[str, Any]:
        kept = {}
        for name, member in value.items():
            at = f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}"
            if names and member is not None and is_secret_name(name):
                self.pointers.append(at)
            elif names and member and name == "value" and _is_named_as_one(value):
                self.pointers.append(at)
                kept[name] = ""  # a context item has to have one
            else:
                kept[name] = self.of(member, at, names=names)
        return kept

    def _of_text(self, text: str, pointer: str, names: bool) -> str:
        if text.lstrip()[:1] in ("{", "["):
            try:
                held = parse(text).value
            except (NotJson, TooDeep):
                pass
            else:
                left = self.of(held, pointer, names=names)
                return text if left == held else json.dumps(left, ensure_ascii=False)
        clean = redact_urls(_TOKENS.sub(REDACTED, text))
        if clean != text:
            self.pointers.append(pointer)
        return clean


def _is_named_as_one(whole: dict[str, Any]) -> bool:
    """``{"name": "api key", "value": …}``, ``{"description": "access token", "value": …}``."""
    said = (whole.get(each) for each in _NAMES)
    return any(isinstance(each, str) and is_secret_name(each) for each in said)
