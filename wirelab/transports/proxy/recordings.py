"""A folder of recordings, one for each talk, written as the traffic happens.

Names sort by when the proxy began and by the order of the talks, and end with what of the thread's
id can stand in a name. Other exchanges are not recorded. A recording that fails stops; the proxy
goes on.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from wirelab.errors import UsageError, WirelabError
from wirelab.transports.owned_file import failure
from wirelab.transports.proxy.seen import Forgotten, News, Talk
from wirelab.transports.recorder import Recorder

_MOST_OF_A_NAME = 40
_UNFIT = re.compile(r"[^A-Za-z0-9_-]+")
_MOST_TRIES = 100


class Recordings:
    """began: when the proxy began, as the names are to say it. complain: told a sentence for each
    recording that could not be written, from the proxy's thread.

    Raises UsageError or WirelabError where the folder cannot be used.
    """

    def __init__(
        self,
        folder: Path,
        began: str,
        *,
        title: str = "",
        keep_secrets: bool = False,
        complain: Callable[[str], None],
    ) -> None:
        self.folder = folder
        self.count = 0
        self.failed = False
        self._began = began
        self._title = title
        self._keep_secrets = keep_secrets
        self._complain = complain
        self._open: dict[int, Recorder] = {}
        self._given_up: set[int] = set()
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except FileExistsError:
            raise UsageError(f"{folder} is a file; name a folder") from None
        except (OSError, ValueError) as error:
            raise failure(folder, error) from None

    def take(self, news: News) -> None:
        """Write what belongs into a recording; never raises."""
        talk = news.talk
        if talk is None:
            return
        if isinstance(news, Forgotten):
            self._forget(talk)
        elif talk.number not in self._given_up:
            try:
                self._recorder(talk).take(news.traffic)
            except WirelabError as error:
                self._give_up(talk, str(error))

    def close(self) -> None:
        """Close them all; nothing may be taken any more."""
        for recorder in self._open.values():
            recorder.close()
        self._open.clear()

    def _recorder(self, talk: Talk) -> Recorder:
        recorder = self._open.get(talk.number)
        if recorder is None:
            recorder = self._open[talk.number] = self._create(talk)
            self.count += 1
        return recorder

    def _create(self, talk: Talk) -> Recorder:
        thread = _UNFIT.sub("-", talk.thread_id or "no-thread")[:_MOST_OF_A_NAME].strip("-")
        stem = f"{self._began}-{talk.number:04}-{thread or 'thread'}"
        names = [f"{stem}.jsonl", *(f"{stem}-{again}.jsonl" for again in range(2, _MOST_TRIES))]
        for name in names[:-1]:
            try:
                return self._new(name)
            except UsageError:
                continue  # another proxy of the same second
        return self._new(names[-1])

    def _new(self, name: str) -> Recorder:
        path = self.folder / name
        return Recorder(path, title=self._title, keep_secrets=self._keep_secrets)

    def _give_up(self, talk: Talk, sentence: str) -> None:
        self.failed = True
        self._given_up.add(talk.number)
        self._forget(talk, given_up=True)
        self._complain(f"a recording stops here: {sentence}")

    def _forget(self, talk: Talk, *, given_up: bool = False) -> None:
        if not given_up:
            self._given_up.discard(talk.number)
        recorder = self._open.pop(talk.number, None)
        if recorder is not None:
            recorder.close()
