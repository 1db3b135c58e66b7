"""The test that runs now: its streams, kept until it is known to pass, and its golden files.

The functions of this plugin are called without a fixture as well, so there is one current test a
process, set by pytest's hooks; where the plugin is not loaded there is none, and nothing is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest

    from wirelab.session.session import Session
    from wirelab.wire.frame import Frame
    from wirelab.wire.traffic import Traffic

_LONGEST_NAME = 120
_WRITTEN = "wirelab_golden_written"
"""The member of a test's report that tells, also from another process, which files it wrote."""


class _Test:
    def __init__(self, item: pytest.Item) -> None:
        self.id = item.nodeid
        self.folder = item.path.parent
        self.updating = bool(item.config.getoption("--wirelab-update", False))
        record = item.config.getoption("--wirelab-record", None)
        self.record = Path(item.config.invocation_params.dir, record) if record else None
        self.streams: list[tuple[Session, list[Traffic | Frame]]] = []
        self.written: list[str] = []


_running: list[_Test] = []
"""The innermost last: a test may run pytest itself."""


def begin(item: pytest.Item) -> None:
    """A test begins."""
    _running.append(_Test(item))


def end() -> None:
    """It is over, and reported: what it kept is forgotten."""
    if _running:
        _running.pop()


def folder() -> Path:
    """Where a test's relative paths count from: the folder of its file."""
    return _running[-1].folder if _running else Path()


def is_updating() -> bool:
    return bool(_running) and _running[-1].updating


def note_golden(path: Path) -> None:
    """A golden stream was written."""
    if _running:
        _running[-1].written.append(str(path))


def keep(session: Session, traffic: Iterable[Traffic | Frame] | None = None) -> None:
    """Keep a stream in case the test fails; ``traffic`` where more is known than the session."""
    from wirelab.session.traffic_again import traffic_of

    test = _running[-1] if _running else None
    if test is None or test.record is None:
        return
    if all(kept is not session for kept, _ in test.streams):
        test.streams.append((session, list(traffic_of(session) if traffic is None else traffic)))


def end_of_phase(report: pytest.TestReport) -> None:
    """Setup, call or teardown is over: write the streams if it failed, and say where they are."""
    if not _running:
        return
    test = _running[-1]
    if test.written:
        setattr(report, _WRITTEN, test.written)
        test.written = []
    if report.failed and test.record is not None and test.streams:
        _say(report, _kept(test, test.record))
        test.streams = []


def _kept(test: _Test, record: Path) -> list[str]:
    """The paths of the streams, once written, or why there is none."""
    names = _names(test.id, len(test.streams))
    return [
        _write(record / f"{name}.jsonl", test.id, traffic)
        for name, (_, traffic) in zip(names, test.streams, strict=True)
    ]


def golden_written(stats: Mapping[str, Iterable[Any]]) -> list[str]:
    """The golden files that the tests of a run wrote, by their reports."""
    reports = (report for group in stats.values() for report in group)
    return sorted({path for report in reports for path in getattr(report, _WRITTEN, ())})


def _names(test: str, count: int) -> list[str]:
    """A name a stream, after the test."""
    name = re.sub(r"[^\w.\[\]-]+", "-", test).strip("-")[-_LONGEST_NAME:]
    return [name, *(f"{name}-{number}" for number in range(2, count + 1))]


def _write(path: Path, test: str, traffic: list[Traffic | Frame]) -> str:
    """Write a recording; returns its path, or why there is none."""
    from wirelab.errors import WirelabError
    from wirelab.transports.recorder import Recorder

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with Recorder(path, title=test, overwrite=True) as recorder:
            for each in traffic:
                recorder.take(each)
    except (OSError, WirelabError) as error:
        return f"nowhere: {error}"
    return str(path)


def _say(report: pytest.TestReport, paths: list[str]) -> None:
    """In the failure itself, since sections of a report can be switched off."""
    text = "\n".join(f"the stream is kept in {path}" for path in paths)
    add: Any = getattr(report.longrepr, "addsection", None)
    if add is not None:
        add("wirelab", text)
    else:
        report.longrepr = f"{report.longrepr}\n{text}"
