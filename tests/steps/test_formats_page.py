"""The table of docs/formats.md says what the tables of importers and exporters say."""

from __future__ import annotations

from pathlib import Path

from wirelab.exports.documents import DOCUMENTS as MADE_OF_A_SESSION
from wirelab.steps.exporters import EXPORTERS
from wirelab.steps.exporters.exporter import PARTS
from wirelab.steps.importers import IMPORTERS
from wirelab.steps.importers.refused import DOCUMENTS, LOOK_ALIKES

PAGE = Path(__file__).parents[2] / "docs" / "formats.md"


def table() -> dict[str, list[str]]:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "|" in line]
    return {row[0].strip("`"): row[1:] for row in rows if row[0].startswith("`")}


def test_every_format_is_in_the_table() -> None:
    refused = {importer.format for importer in (*DOCUMENTS, *LOOK_ALIKES)}
    read = {importer.format for importer in IMPORTERS} - refused
    rows = table()
    assert {name for name, row in rows.items() if row[1] == "yes"} == read
    assert [name for name, row in rows.items() if row[2] == "yes"] == [
        *EXPORTERS,
        *MADE_OF_A_SESSION,
    ]


def test_what_a_format_keeps_is_in_the_table() -> None:
    rows = table()
    for name, exporter in EXPORTERS.items():
        endings, _, _, *kept = rows[name]
        assert endings == ", ".join(f"`{suffix}`" for suffix in exporter.suffixes)
        assert {part for part, cell in zip(PARTS, kept, strict=True) if cell} == exporter.keeps
