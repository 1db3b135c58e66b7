"""A proxy as the options describe it: what it stands before, what it records, how it strikes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from wirelab.cli.commands.serve_synthetic import LOOPBACK, fault_lines
from wirelab.cli.diagnostics import ExitCode, say
from wirelab.cli.output import Output
from wirelab.errors import UsageError
from wirelab.exports.json_report import json_text
from wirelab.transports.proxy.recordings import Recordings
from wirelab.transports.proxy.relay import Proxy
from wirelab.transports.proxy.upstream import Upstream
from wirelab.views.signs import counted

if TYPE_CHECKING:
    from wirelab.synthetic.faults import AskedFault
    from wirelab.transports.proxy.seen import News, Tell


class Standing:
    """Raises UsageError or WirelabError for what cannot stand. It is opened once."""

    def __init__(
        self,
        upstream: str,
        host: str,
        port: int,
        *,
        insecure: bool = False,
        faults: Sequence[AskedFault] = (),
        record: str | None = None,
        keep_secrets: bool = False,
    ) -> None:
        self.upstream = Upstream(upstream, insecure=insecure)
        self._host, self._port = host, port
        self._faults = faults
        self._folder = Path(record) if record is not None else None
        self._keep_secrets = keep_secrets
        self._recordings: Recordings | None = None

    @property
    def note(self) -> str:
        """What else a person is to know while it runs."""
        said = [f"fault {each.fault.name}" for each in self._faults]
        if self._folder is not None:
            said.append(
                f"recording to {self._folder}" + (" FAILED" if self.recording_failed else "")
            )
        return " · ".join(said)

    @property
    def recording_failed(self) -> bool:
        """Some recording is not complete."""
        return self._recordings is not None and self._recordings.failed

    @contextmanager
    def open(
        self,
        tell: Tell,
        complain: Callable[[str], None],
        room: Callable[[], Awaitable[None]] | None = None,
    ) -> Iterator[str]:
        """Serve for as long as the block lasts, from a thread of its own, which ``tell`` is called
        from, once what it is told is recorded. Gives the base URL. Raises WirelabError."""
        from wirelab.synthetic.connections import reset
        from wirelab.synthetic.passing_faults import PassingFaults
        from wirelab.synthetic.serving import running_app

        recordings = self._recorder(complain)

        def told(news: News) -> None:
            if recordings is not None:
                recordings.take(news)
            tell(news)

        tampering = PassingFaults(self._faults) if self._faults else None
        proxy = Proxy(self.upstream, told, room=room, tampering=tampering, reset=reset)
        with running_app(proxy, self._port, self._host, date=False) as base:
            self._refuse_itself(base)
            yield base
        if recordings is not None:
            recordings.close()

    def _refuse_itself(self, base: str) -> None:
        here, there = urlsplit(base), urlsplit(self.upstream.url)
        same_host = there.hostname in (here.hostname, *LOOPBACK)
        if same_host and there.port == here.port:
            raise UsageError(f"{self.upstream.url} is the proxy itself: choose another --port")

    def announce(self, base: str, *, as_json: bool) -> None:
        """Say where it listens: on stdout, as a script reads it from there, and in words."""
        output = Output()
        listening = {"kind": "listening", "url": base, "upstream": self.upstream.url}
        output.line(json_text(listening, indent=None) if as_json else base)
        output.flush()
        where = f"point the client at {base} instead of {self.upstream.url}"
        say("; ".join([where, *([self.note] if self.note else []), "Ctrl-C stops it"]))

    def say_what_was_recorded(self) -> None:
        """One sentence, where anything was to be recorded."""
        recordings = self._recordings
        if recordings is None:
            return
        part = ", some of them in part only" if recordings.failed else ""
        say(f"{counted(recordings.count, 'recording')} in {recordings.folder}{part}")

    def _recorder(self, complain: Callable[[str], None]) -> Recordings | None:
        if self._folder is not None:
            self._recordings = Recordings(
                self._folder,
                datetime.now().strftime("%Y%m%d-%H%M%S"),
                title="through wirelab proxy",
                keep_secrets=self._keep_secrets,
                complain=complain,
            )
        return self._recordings


def passing_faults(asked: Sequence[str]) -> list[AskedFault]:
    """The faults of ``--fault``. Raises UsageError."""
    from wirelab.synthetic.faults import UnknownFaultError
    from wirelab.synthetic.passing_faults import read_passing_fault

    try:
        return [read_passing_fault(each) for each in asked]
    except UnknownFaultError as error:
        raise UsageError(f"--fault: {error}; --list-faults lists them") from None


def list_passing_faults(output: Output) -> ExitCode:
    """A line for each fault that can strike what passes."""
    from wirelab.synthetic.passing_faults import NEED_NUMBER, passing

    for text in fault_lines(passing(), NEED_NUMBER):
        output.line(text)
    return ExitCode.ACCEPTED
