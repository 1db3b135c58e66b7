"""The official client's package, installed once for all tests of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.synthetic.real_clients.npm_package import npm_package


@pytest.fixture(scope="session")
def typescript(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs that use it."""
    source = Path(__file__).parent / "typescript"
    return npm_package(source, tmp_path_factory.mktemp("typescript"))
