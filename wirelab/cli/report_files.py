"""Where reports go: ``--format`` to stdout or to the file of ``-o``, and beside it as many further
ones as ``-o FORMAT=FILE`` asks for, all of one examination."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import tee
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from wirelab.cli.choices import one_of
from wirelab.cli.output import Output, OutputClosedError
from wirelab.errors import UsageError, WirelabError

if TYPE_CHECKING:
    from wirelab.exports import Outcome, Write

_WITH_FORMAT = re.compile(r"([A-Za-z]\w*)=(.+)", re.DOTALL)


@dataclass(slots=True, frozen=True)
class ReportFile:
    """One report. path: None is stdout."""

    format: str
    path: str | None = None


def report_files(format: str, outputs: Iterable[str], known: Collection[str]) -> list[ReportFile]:
    """What is asked for, that of ``--format`` first. Raises UsageError for what contradicts."""
    plain: list[str] = []
    further: list[ReportFile] = []
    for given in outputs:
        found = _WITH_FORMAT.fullmatch(given)
        if found is None:
            plain.append(given)
        else:
            further.append(ReportFile(_format(found[1], given, known), _path(found[2])))
    if len(plain) > 1:
        raise UsageError(f"-o {plain[1]}: say what it is to hold, as in -o {_example(plain[1])}")
    files = [ReportFile(format, _path(plain[0]) if plain else None), *further]
    paths = [file.path for file in files]
    twice = next((path for path in paths if paths.count(path) > 1), "")
    if twice != "":
        raise UsageError(f"-o: two reports go to {twice or 'stdout'}")
    return files


def write_reports(
    files: list[ReportFile],
    formats: Mapping[str, Write],
    outcomes: Iterable[Outcome],
    several: bool,
    included: Collection[str],
) -> None:
    """Write them all; stdout as outcomes come. Raises WirelabError for a file that cannot be."""
    closed = None
    with ExitStack() as open_files:
        outputs = [_opened(file.path, open_files) for file in files]
        feeds = (outcomes,) if len(files) == 1 else tee(outcomes, len(files))
        for file, output, feed in zip(files, outputs, feeds, strict=True):
            try:
                for text, tone in formats[file.format](feed, several, included):
                    output.piece(text, tone)
                    output.flush()
            except OutputClosedError as error:
                closed = error  # nobody reads stdout any more; the files are still wanted
    if closed is not None:
        raise closed


def _opened(path: str | None, open_files: ExitStack) -> Output:
    if path is None:
        return Output()
    return Output(open_files.enter_context(_created(path)), colour=False)


def _created(path: str) -> TextIO:
    try:
        return Path(path).open("w", encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise WirelabError(f"{path} cannot be written: {reason}") from None


def _format(name: str, given: str, known: Collection[str]) -> str:
    try:
        return one_of("-o", name, known)
    except UsageError as error:
        raise UsageError(f"{error}; -o ./{given} is a file of that name") from None


def _path(text: str) -> str | None:
    return None if text == "-" else text


def _example(path: str) -> str:
    return f"json={path}" if path.endswith(".json") else f"junit={path}"
