"""The table of event types is the schema's."""

from __future__ import annotations

from wirelab.protocol.event_types import (
    CHUNK_TYPES,
    DEFINITION_OF,
    EVENT_TYPES,
    REPLACEMENT_OF,
    RETIRED_TYPES,
    RUN_TYPES,
    SUBAGENT_TYPES,
)
from wirelab.protocol.versions import NEWEST, schema


def test_every_type_has_the_definition_that_carries_its_name() -> None:
    defs = schema(NEWEST)["$defs"]
    assert tuple(defs["EventType"]["enum"]) == EVENT_TYPES
    for type_, definition in DEFINITION_OF.items():
        assert defs[definition]["properties"]["type"] == {"const": type_}


def test_the_sets_name_known_types() -> None:
    known = set(EVENT_TYPES)
    assert len(known) == 31
    assert known >= CHUNK_TYPES | RUN_TYPES | SUBAGENT_TYPES
    assert {type_ for type_ in known if type_.endswith("_CHUNK")} == CHUNK_TYPES
    assert set(REPLACEMENT_OF.values()) <= known
    assert not RETIRED_TYPES & known
