"""The scenarios, recordings and rule cases that come with Wire Lab, from any directory.

An installed wheel carries them in ``wirelab/bundled``; in a checkout they lie beside the package.
A name is the file's path below its folder, ``.jsonl`` or not (``chat``, ``broken/MSG002``).
"""

from __future__ import annotations

import json
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path

from wirelab.errors import ScenarioError, SourceError

_SUFFIX = ".jsonl"
_BESIDE = {"cases": "tests/cases"}
"""Where a checkout has them, if not in a folder of that name."""


def scenario_names() -> list[str]:
    """The bundled scenarios, sorted."""
    return sorted(_found("scenarios"))


def recording_names() -> list[str]:
    """The bundled recordings, sorted."""
    return sorted(_found("recordings"))


def about_scenarios() -> list[tuple[str, str]]:
    """Each bundled scenario's name, and what its header says about it."""
    return [(name, _header(path)["about"]) for name, path in _found("scenarios").items()]


def about_recordings() -> list[tuple[str, str]]:
    """Each bundled recording's name, and what it shows: its scenario, and which case of it."""
    scenarios = dict(about_scenarios())
    about = []
    for name, path in _found("recordings").items():
        of = max((each for each in scenarios if name.startswith(each)), key=len, default="")
        case = name.removeprefix(of).strip("-")
        title = _header(path).get("title", "")
        about.append((name, f"{title}: {case}" if case else scenarios.get(of, title)))
    return about


def scenario_path(name: str) -> Path:
    """The file of a bundled scenario. Raises ScenarioError, which says what is nearest."""
    path = _found("scenarios").get(name.removesuffix(_SUFFIX))
    if path is None:
        raise ScenarioError(f'no scenario is called "{name}"{near(name, scenario_names())}')
    return path


def recording_path(name: str) -> Path:
    """The file of a bundled recording. Raises SourceError, which says what is nearest."""
    path = _found("recordings").get(name.removesuffix(_SUFFIX))
    if path is None:
        raise SourceError(f'no recording is called "{name}"{near(name, recording_names())}')
    return path


def case_names() -> list[str]:
    """The case files of the rules, sorted; each name begins with its rule's code."""
    return sorted(_found("cases"))


def cases_path(code: str) -> Path | None:
    """The case file of a rule, by its code."""
    return next((path for name, path in _found("cases").items() if name.startswith(code)), None)


def near(name: str, names: list[str]) -> str:
    """The end of a sentence that proposes those of ``names`` that look like ``name``, or ""."""
    close = get_close_matches(name[:100].removesuffix(_SUFFIX), names, n=3, cutoff=0.5)
    return f"; did you mean {' or '.join(close)}?" if close else ""


def _header(path: Path) -> dict[str, str]:
    with path.open(encoding="utf-8") as file:
        header: dict[str, str] = json.loads(file.readline())
    return header


def _found(folder: str) -> dict[str, Path]:
    root = _root(folder)
    paths = sorted(root.rglob(f"*{_SUFFIX}")) if root.is_dir() else []
    return {path.relative_to(root).as_posix().removesuffix(_SUFFIX): path for path in paths}


def _root(folder: str) -> Path:
    package = Path(str(files(__package__))).parent
    carried = package / "bundled" / folder
    return carried if carried.is_dir() else package.parent / _BESIDE.get(folder, folder)
