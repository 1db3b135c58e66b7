"""How ``wirelab validate`` judges and reports: its options over the project's settings.

An option replaces the setting of its name. ``--select`` sets the project's ``ignore`` aside as
well: who asks for a rule by name wants its answer.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wirelab.cli.choices import one_of
from wirelab.cli.project_file import ProjectFile, find_project_file, working_folder
from wirelab.cli.rule_choice import chosen_rules
from wirelab.errors import UsageError

if TYPE_CHECKING:
    from wirelab.rules.finding import Severity
    from wirelab.rules.rule import Rule

_NEVER = "never"


@dataclass(slots=True, kw_only=True)
class Given:
    """What the options say; None where they say nothing."""

    format: str | None
    fail_on: str | None
    spec: str | None
    select: list[str] | None
    ignore: list[str] | None
    max_findings: int | None


@dataclass(slots=True, frozen=True, kw_only=True)
class JudgingSettings:
    """What holds. fail_on: None is never. rules: None is all. most: None is all findings."""

    format: str
    fail_on: Severity | None
    spec: str
    rules: tuple[Rule, ...] | None
    most: int | None


def judging_settings(given: Given, use_project_file: bool) -> JudgingSettings:
    """Raises UsageError for what an option or a setting cannot be; names the setting's file."""
    from wirelab.exports import FORMATS
    from wirelab.protocol.versions import KNOWN
    from wirelab.rules.finding import Severity

    project = find_project_file(working_folder()) if use_project_file else ProjectFile()
    fail_on = _word(project, "fail-on", given.fail_on, "error", (*Severity, _NEVER))
    most = given.max_findings
    return JudgingSettings(
        format=_word(project, "format", given.format, "text", FORMATS),
        fail_on=None if fail_on == _NEVER else Severity(fail_on),
        spec=_word(project, "spec", given.spec, "auto", ("auto", *KNOWN)),
        rules=_rules(project, given),
        most=project.settings.get("max-findings") if most is None else most,
    )


def _word(
    project: ProjectFile, name: str, option: str | None, default: str, known: Collection[str]
) -> str:
    if option is not None:
        return one_of(f"--{name}", option, known)
    if name not in project.settings:
        return default
    try:
        return one_of(name, project.settings[name], known)
    except UsageError as error:
        raise project.blamed(error) from None


def _rules(project: ProjectFile, given: Given) -> tuple[Rule, ...] | None:
    select, ignore = project.settings.get("select"), project.settings.get("ignore")
    try:
        rules = chosen_rules(select, ignore)
    except UsageError as error:
        raise project.blamed(error) from None
    if given.select:
        return chosen_rules(given.select, given.ignore)
    if given.ignore:
        return chosen_rules(select, given.ignore)
    return rules
