"""The table ``[tool.wirelab]`` of a project's pyproject.toml: defaults for ``wirelab validate``.

It is the nearest pyproject.toml upwards that has the table. Its settings are those of the options,
under the same names; what it says wrongly is a UsageError that names the file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wirelab.cli.choices import nearest
from wirelab.errors import UsageError

NAME = "pyproject.toml"
_TEXT, _COUNT = "a string", "a whole number, 0 or more"
_CODES = "a list of strings, or a string"
_KINDS = {
    "fail-on": _TEXT,
    "select": _CODES,
    "ignore": _CODES,
    "spec": _TEXT,
    "format": _TEXT,
    "max-findings": _COUNT,
}


@dataclass(slots=True, frozen=True)
class ProjectFile:
    """The settings of a file, by name; of no file there are none.

    Lists of codes are lists, whichever way they were written.
    """

    path: Path | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)

    def blamed(self, error: UsageError) -> UsageError:
        """The same complaint, about this file."""
        return UsageError(f"{self.path}: {error}")


def working_folder() -> Path | None:
    """The working folder; None where it was removed."""
    try:
        return Path.cwd()
    except OSError:
        return None


def find_project_file(folder: Path | None) -> ProjectFile:
    """The one that counts in a folder. Raises UsageError for one that cannot be read."""
    for each in (folder, *folder.parents) if folder is not None else ():
        table = _table(each / NAME)
        if table is not None:
            return ProjectFile(each / NAME, _checked(each / NAME, table))
    return ProjectFile()


def _table(path: Path) -> Any:
    """What ``[tool.wirelab]`` holds; None without a file, or a table."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return None
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}; see --no-config") from None
    except ValueError as error:
        raise UsageError(f"{path} is not TOML: {error}; see --no-config") from None
    tool = document.get("tool")
    return tool.get("wirelab") if isinstance(tool, dict) else None


def _checked(path: Path, table: Any) -> dict[str, Any]:
    if not isinstance(table, dict):
        raise UsageError(f"{path}: [tool.wirelab] must be a table")
    return {name: _setting(path, name, value) for name, value in table.items()}


def _setting(path: Path, name: str, value: Any) -> Any:
    kind = _KINDS.get(name)
    if kind is None:
        near = nearest(name, _KINDS)
        raise UsageError(
            f"{path}: [tool.wirelab] has no setting {name}{near or '; it has ' + ', '.join(_KINDS)}"
        )
    if kind == _CODES and isinstance(value, str):
        return [value]
    if not _FITS[kind](value):
        raise UsageError(f"{path}: {name} must be {kind}")
    return value


_FITS = {
    _TEXT: lambda value: isinstance(value, str),
    _COUNT: lambda value: type(value) is int and value >= 0,
    _CODES: lambda value: isinstance(value, list) and all(isinstance(each, str) for each in value),
}
