"""What the start screen offers, as command lines: demos, endpoints seen before, recordings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

_URL = re.compile(r"https?://\S", re.IGNORECASE)
_HOST = re.compile(
    r"(?:localhost|[\w.-]+\.\w+|\d+(?:\.\d+){3}|\[[0-9a-f:]+\])(?::\d+)(?:/\S*)?$", re.I
)


@dataclass(slots=True, frozen=True)
class Offer:
    """One thing to open.

    section: the heading it stands under. name, about: what it is, in a word and in a line.
    words: the command line it stands for, ``wirelab`` left out.
    """

    section: str
    name: str
    about: str
    words: tuple[str, ...]


def offers(
    scenarios: Iterable[tuple[str, str]],
    endpoints: Iterable[tuple[str, str]],
    recordings: Iterable[tuple[str, str]],
    inputs: Mapping[str, Sequence[tuple[str, str]]] | None = None,
) -> list[Offer]:
    """All of them, in the order they are listed; each given as its name and a line about it.

    inputs: what was sent to an endpoint, by its URL: a line about it, and its file.
    """
    return [
        *(
            offer
            for url, about in endpoints
            for offer in _of_endpoint(url, about, (inputs or {}).get(url, ()))
        ),
        *(
            Offer("demo: the synthetic agent, observed live", name, about, ("demo", name))
            for name, about in scenarios
        ),
        *(
            Offer("recordings, replayed at their own pace", name, about, ("replay", name))
            for name, about in recordings
        ),
    ]


def _of_endpoint(url: str, about: str, inputs: Sequence[tuple[str, str]]) -> Iterable[Offer]:
    section = "endpoints seen before"
    yield Offer(section, url, about, ("observe", url))
    for said, file in inputs:
        yield Offer(section, "  ↳ send again", said, ("observe", url, "--input", file))


def matching(listed: Sequence[Offer], typed: str) -> list[Offer]:
    """Those whose name or line has every word that was typed."""
    words = typed.lower().split()
    return [
        offer
        for offer in listed
        if all(word in f"{offer.name} {offer.about}".lower() for word in words)
    ]


def meant(typed: str) -> tuple[str, ...]:
    """The command line for what was typed: a URL is observed, anything else replayed.

    ``localhost:8000/agent`` is a URL too, as people write it.
    """
    text = typed.strip()
    if _URL.match(text):
        return ("observe", text)
    return ("observe", f"http://{text}") if _HOST.match(text) else ("replay", text)
