"""From what a person entered to the payload of an answer, or why there is none yet.

An entry is the index of a choice, which a switch is too (None: none), else a text. A field left
blank leaves its member out, which a required one does not allow.
"""

from __future__ import annotations

import json
from typing import Any, TypeAlias

from wirelab.protocol import json_text
from wirelab.protocol.run_input import UNSET
from wirelab.views.form_fields import FieldKind, Form, FormField, choice_of
from wirelab.views.safe_text import safe

Entry: TypeAlias = "int | str | None"

_LONGEST_DEFAULT = 20_000
_OF_TYPE: dict[FieldKind, tuple[type, ...]] = {
    FieldKind.INTEGER: (int,),
    FieldKind.NUMBER: (int, float),
}


_PICKED = (FieldKind.SWITCH, FieldKind.CHOICE)


class NoValue(ValueError):
    """What was entered is no value yet; ``str()`` says why."""


def first_entry(field: FormField) -> Entry:
    """What stands in a field before anybody touched it: its default, where it can be shown."""
    default = field.default
    if field.kind in _PICKED:
        return choice_of(field, default) if default is not UNSET else None
    if default is UNSET:
        return ""
    if field.kind is FieldKind.TEXT:
        text = default if isinstance(default, str) else ""
    else:
        text = json_entry(default)
    return text if len(text) <= _LONGEST_DEFAULT else ""


def json_entry(value: Any) -> str:
    """A value as a person edits it; escaped where it would steer a terminal."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    if is_showable(text):
        return text
    return json.dumps(value, indent=2)


def is_showable(text: str) -> bool:
    """Whether lines of text can stand in a terminal as they are."""
    return all(safe(each) == each for each in text.split("\n"))


def value_of(field: FormField, entry: Entry) -> Any:
    """The value entered; UNSET where it is left out. Raises NoValue."""
    if entry is None or (isinstance(entry, str) and not entry.strip()):
        if field.required and not field.nullable:
            raise NoValue("needs a value")
        return None if field.required else UNSET
    if field.kind in _PICKED:
        return field.choices[int(entry)].value
    if field.kind is FieldKind.TEXT:
        return entry
    value = parsed(str(entry))
    expected = _OF_TYPE.get(field.kind)
    if expected is not None and (isinstance(value, bool) or not isinstance(value, expected)):
        raise NoValue(f"is no {'whole number' if field.kind is FieldKind.INTEGER else 'number'}")
    return value


def parsed(text: str) -> Any:
    """The JSON value of a text. Raises NoValue, with the place where it stops being JSON."""
    try:
        return json_text.parse(text).value
    except json_text.NotJson as fault:
        before = text[: fault.position]
        line, column = before.count("\n") + 1, fault.position - before.rfind("\n")
        place = f"line {line}, column {column}" if "\n" in text else f"column {column}"
        raise NoValue(f"is not JSON at {place}: {fault.reason.removesuffix(' at')}") from None
    except json_text.TooDeep as fault:
        raise NoValue(str(fault)) from None


def draft_of(form: Form, entries: list[Entry]) -> str:
    """The payload as JSON to go on editing, as far as the entries give one."""
    payload: dict[str, Any] = {}
    for field, entry in zip(form.fields, entries, strict=True):
        try:
            value = value_of(field, entry)
        except NoValue:
            continue
        if field.name is None:
            return "" if value is UNSET else json_entry(value)
        if value is not UNSET:
            payload[field.name] = value
    return json_entry(payload) if form.fields[0].name is not None else ""


def payload_of(form: Form, entries: list[Entry]) -> Any:
    """The payload that the entries of a form make; UNSET for none. Raises NoValue."""
    payload: dict[str, Any] = {}
    for field, entry in zip(form.fields, entries, strict=True):
        try:
            value = value_of(field, entry)
        except NoValue as fault:
            raise NoValue(f"{field.title} {fault}") from None
        if field.name is None:
            return value
        if value is not UNSET:
            payload[field.name] = value
    return payload
