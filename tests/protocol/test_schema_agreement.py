"""Our schemas say what the reference says, and all that we judge with says the same.

``WIRELAB_SCHEMA_EXAMPLES=1000`` tries that many documents, and five times as many gone wrong, for
each of the 98 definitions.
"""

from __future__ import annotations

import json
import os
from functools import cache
from typing import Any

import jsonschema
import jsonschema_rs
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.protocol.schema_documents import Documents
from tests.shared_data import shared
from wirelab.protocol.definitions import definitions
from wirelab.protocol.schema_explanation import explain
from wirelab.protocol.schema_gate import gate
from wirelab.protocol.versions import KNOWN, schema

ASKED_FOR = os.environ.get("WIRELAB_SCHEMA_EXAMPLES")
EXAMPLES = int(ASKED_FOR or 3)
NAMES = sorted(definitions(KNOWN[0]).flat)

ours_and_theirs = settings(
    max_examples=EXAMPLES,
    derandomize=ASKED_FOR is None,
    database=None,
    deadline=None,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)
each_definition = pytest.mark.parametrize("definition", NAMES)
each_version = pytest.mark.parametrize("version", KNOWN)


@cache
def reference(version: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(shared(f"reference/agui-{version}.schema.json").read_text())
    return loaded


@cache
def their_documents(version: str) -> Documents:
    return Documents(reference(version))


@cache
def our_documents(version: str) -> Documents:
    return Documents(schema(version))


def root(whole: dict[str, Any], definition: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{definition}", "$defs": whole["$defs"]}


@each_version
def test_the_definitions_are_the_references(version: str) -> None:
    theirs, ours = reference(version)["$defs"], schema(version)["$defs"]
    assert set(ours) == set(theirs)
    assert len(ours) == 98
    assert all(node["$anchor"] == name for name, node in ours.items())


@each_version
@each_definition
def test_same_verdict_as_the_reference(version: str, definition: str) -> None:
    theirs = jsonschema_rs.Draft202012Validator(root(reference(version), definition))
    accepts = gate(version).accepts

    @ours_and_theirs
    @given(
        st.one_of(
            their_documents(version).around(definition), our_documents(version).around(definition)
        )
    )
    def agree(documents: list[Any]) -> None:
        for document in documents:
            assert accepts(definition, document) == theirs.is_valid(document)

    agree()


@each_version
@each_definition
def test_every_single_change_gets_the_references_verdict(version: str, definition: str) -> None:
    theirs = jsonschema_rs.Draft202012Validator(root(reference(version), definition))
    accepts = gate(version).accepts
    verdicts = set()
    for document in their_documents(version).every_change(definition):
        verdict = theirs.is_valid(document)
        verdicts.add(verdict)
        assert accepts(definition, document) == verdict, document
    assert verdicts == ({True} if definition == "State" else {True, False})


@each_definition
def test_gate_explanation_and_published_schema_agree(definition: str) -> None:
    version = KNOWN[-1]
    published = jsonschema.Draft202012Validator(root(schema(version), definition))
    accepts = gate(version).accepts

    @ours_and_theirs
    @given(our_documents(version).around(definition))
    def agree(documents: list[Any]) -> None:
        assert accepts(definition, documents[0])
        for document in documents:
            accepted = accepts(definition, document)
            assert published.is_valid(document) == accepted
            assert (explain(version, definition, document) == []) == accepted

    agree()
