"""What happened, as messages between the feed, the widgets and the screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from wirelab.rules.finding import Finding


class SessionAdvanced(Message):
    """The session has grown; however much, one message tells it."""

    def can_replace(self, message: Message) -> bool:
        return isinstance(message, SessionAdvanced)


@dataclass
class FeedEnded(Message):
    """The feed has no more; ``error`` is a sentence where it stopped for a failure of ours."""

    error: str = ""


@dataclass
class FramePicked(Message):
    """A person went to a frame; ``keep_tab`` False leads to the Events tab as well."""

    frame: int
    keep_tab: bool = True


@dataclass
class FindingPicked(Message):
    """A person wants to see where a finding stands, or (``related``) what explains it."""

    finding: Finding
    related: bool = False


@dataclass
class TabPicked(Message):
    """A person clicked a tab."""

    name: str


@dataclass
class TimePicked(Message):
    """A person clicked the scrubber at a time (milliseconds)."""

    at_ms: float


@dataclass
class MessageWritten(Message):
    """A person wrote the next message and wants it sent."""

    text: str
