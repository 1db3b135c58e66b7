"""A folder of scenarios beside the bundled ones, read again whenever a file in it changes.

What cannot be loaded at the start is an error; later, while somebody writes, it is said and the
scenario stays as it was.
"""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from wirelab.errors import ScenarioError
from wirelab.synthetic.scenario import Scenario
from wirelab.synthetic.scenario_reader import load_bundled, load_scenario

_SUFFIX = ".jsonl"


class ScenarioFolder(Mapping[str, Scenario]):
    """Scenarios by name: a file's own is its path below the folder, without the suffix.

    One that is called like a bundled scenario stands in its place. Raises ScenarioError for a
    folder or a file that cannot be loaded. note: told what became of a file that changed.
    """

    def __init__(self, folder: Path, note: Callable[[str], None]) -> None:
        if not folder.is_dir():
            raise ScenarioError(f"{folder} is no folder of scenarios")
        self._folder = folder
        self._note = note
        self._stamps = self._seen()
        self._own = {name: load_scenario(name, path) for name, (path, _) in self._stamps.items()}
        self._bundled = load_bundled()

    def __getitem__(self, name: str) -> Scenario:
        return self._current()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._current())

    def __len__(self) -> int:
        return len(self._current())

    def _current(self) -> dict[str, Scenario]:
        seen = self._seen()
        if seen != self._stamps:
            self._load_changed(seen)
            self._stamps = seen
        return {**self._own, **{k: v for k, v in self._bundled.items() if k not in self._own}}

    def _load_changed(self, seen: dict[str, tuple[Path, float]]) -> None:
        for name in self._own.keys() - seen.keys():
            del self._own[name]
            self._note(f"scenario {name} is gone")
        for name, (path, stamp) in seen.items():
            if self._stamps.get(name) == (path, stamp):
                continue
            try:
                self._own[name] = load_scenario(name, path)
                self._note(f"scenario {name} loaded")
            except ScenarioError as error:
                self._note(f"{error}; the scenario stays as it was")

    def _seen(self) -> dict[str, tuple[Path, float]]:
        found = {}
        for path in sorted(self._folder.rglob(f"*{_SUFFIX}")):
            try:
                seen = path.stat()
            except OSError:
                continue
            if not stat.S_ISREG(seen.st_mode):  # a pipe would be waited for
                continue
            stamp = seen.st_mtime
            found[path.relative_to(self._folder).as_posix().removesuffix(_SUFFIX)] = (path, stamp)
        return found
