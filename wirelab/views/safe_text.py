"""Text from the wire made safe to show: what would steer a terminal becomes visible instead.

Invariant: what ``safe`` returns holds no control character, no bidirectional or invisible format
character and no surrogate, so it can be printed and encoded anywhere; no more than a few
marks or emoji joined to one sign; and no joiner that joins nothing, on which libraries that measure
text stumble. Line breaks are visible signs too, unless ``safe_lines`` splits at them.
"""

from __future__ import annotations

import re

ELLIPSIS = "…"
_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200c\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f"
)
UNSAFE_CLASS = f"\x00-\x1f\x7f-\x9f{_INVISIBLE}\ud800-\udfff"
"""What is made visible, as ranges of a character class of a regular expression."""
_UNSAFE = re.compile(f"[{UNSAFE_CLASS}]")
_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u200d"
    "\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\U000e0100-\U000e01ef"
)
_MOST_MARKS = 8
_FLOOD = re.compile(f"([{_MARKS}]{{{_MOST_MARKS}}})([{_MARKS}]+)")
_EMOJI = "\u2190-\u2bff\ufe0f\U0001f000-\U0001faff"
_JOINER = "\u200d"
_DANGLING = re.compile(f"(?<![{_EMOJI}]){_JOINER}|{_JOINER}(?![{_EMOJI}])")
_MOST_JOINED = 8
_JOINED = re.compile(f"((?:{_JOINER}[{_EMOJI}]+){{{_MOST_JOINED}}})((?:{_JOINER}[{_EMOJI}]+)+)")
_LINE_BREAK = re.compile("\r\n|\r|\n")


def safe(text: str, limit: int | None = None) -> str:
    """One line of text fit for a terminal, of at most ``limit`` characters.

    Control characters become their pictures (ESC is ``␛``, LF is ``␊``), everything else that is
    invisible or dangerous its code point (``‹U+202E›``). What is cut off ends in ``…``. The cost
    is bounded by the limit, however long the text.
    """
    if limit is not None and len(text) > limit:
        return _bounded(text, limit)
    if text.isascii() and text.isprintable():
        return text
    shown = _shown(text)
    return shown if limit is None or len(shown) <= limit else _cut(shown, limit)


def safe_lines(text: str, limit: int | None = None) -> list[str]:
    """The lines of a text, each made safe; at most ``limit`` characters of the text are read."""
    if limit is not None and len(text) > limit:
        text = text[:limit] + ELLIPSIS
    return [safe(line) for line in _LINE_BREAK.split(text)]


def size(count: int) -> str:
    """A number of bytes for people: ``812 B``, ``4.1 kB``, ``2.0 MB``."""
    if count < 1000:
        return f"{count} B"
    return f"{count / 1000:.1f} kB" if count < 1_000_000 else f"{count / 1_000_000:.1f} MB"


def _bounded(text: str, limit: int) -> str:
    return _cut(_shown(text[:limit]), limit)


def _shown(text: str) -> str:
    shown = _FLOOD.sub(_flood, _UNSAFE.sub(_picture, text))
    if _JOINER in shown:
        shown = _JOINED.sub(_joined, _DANGLING.sub(_picture, shown))
    return shown


def _joined(match: re.Match[str]) -> str:
    return f"{match[1]}‹+{match[2].count(_JOINER)} joined›"


def _flood(match: re.Match[str]) -> str:
    return f"{match[1]}‹+{len(match[2])} marks›"


def _cut(shown: str, limit: int) -> str:
    return shown[: max(limit - 1, 0)].rstrip(_JOINER) + ELLIPSIS if limit > 0 else ""


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"‹U+{code:04X}›"
