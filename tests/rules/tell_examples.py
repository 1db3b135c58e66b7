"""Writes into the case files what their rules say: ``python -m tests.rules.tell_examples``.

Each file's first case that fires is the example of ``wirelab rules CODE``, which shows messages
without running anything: they stand in the file as ``told``, and the tests compare them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.rules.case_file import case_files, play, read_cases


def tell(path: Path) -> bool:
    """Bring one file up to date; returns whether anything changed."""
    case = next((case for case in read_cases(path) if case.fires), None)
    if case is None:
        return False
    lines = path.read_text(encoding="utf-8").split("\n")
    before = list(lines)
    for step, findings in play(case)[1]:
        told = [finding.message for finding in findings if finding.code == case.code]
        if told and step.line:
            members: dict[str, Any] = json.loads(lines[step.line - 1])
            members["told"] = told
            lines[step.line - 1] = json.dumps(members, ensure_ascii=False)
    if lines != before:
        path.write_text("\n".join(lines), encoding="utf-8")
    return lines != before


if __name__ == "__main__":
    for path in case_files():
        if tell(path):
            print(path.name)
