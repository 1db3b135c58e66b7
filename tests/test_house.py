"""The house rules that a machine can check: who imports whom, sizes, names, heavy imports."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "wirelab"
MODULES = sorted(PACKAGE.rglob("*.py"))

LAYERS: list[tuple[str, int]] = [
    ("wirelab.errors", 0),
    ("wirelab.protocol", 0),
    ("wirelab.wire", 0),
    ("wirelab.steps", 1),
    ("wirelab.session.event", 2),
    ("wirelab.projections", 2),
    ("wirelab.rules", 3),
    ("wirelab.session", 4),
    ("wirelab.views", 5),
    ("wirelab.exports", 5),
    ("wirelab.transports", 6),
    ("wirelab.synthetic", 6),
    ("wirelab.cli", 7),
    ("wirelab.tui", 7),
    ("wirelab.pytest_plugin", 7),
    ("wirelab.stream_inspection", 7),
    ("wirelab.__main__", 7),
]
"""First match counts. Each package imports only from its own layer or below."""

SEE_LESS = {"wirelab.transports": 1, "wirelab.synthetic": 1}
"""Packages that may import less than their height: the highest layer below them they may see."""

STRANGERS = [("wirelab.cli", "wirelab.tui"), ("wirelab.pytest_plugin", "wirelab.tui")]
"""Neighbours on the top floor; only a command, inside its function, may import the other side."""

THIRD_PARTY = {
    "textual": ["wirelab.tui"],
    "rich": ["wirelab.tui", "wirelab.cli.output"],
    "typer": ["wirelab.cli"],
    "httpx": ["wirelab.transports", "wirelab.synthetic", "wirelab.wire.httpx_sse_reading"],
    "httpx_sse": ["wirelab.transports", "wirelab.synthetic", "wirelab.wire.httpx_sse_reading"],
    "starlette": ["wirelab.synthetic"],
    "uvicorn": ["wirelab.synthetic", "wirelab.pytest_plugin"],
    "jsonschema": ["wirelab.protocol"],
    "jsonschema_rs": ["wirelab.protocol"],
    "markdown_it": ["wirelab.tui"],
    "pydantic_core": ["wirelab.protocol"],
    "pytest": ["wirelab.pytest_plugin"],
}
"""Who may import which library."""

IMPURE = {"time", "random", "os", "socket", "threading", "asyncio", "subprocess", "tempfile"}
"""Clock, randomness, environment, network, threads, files: not below layer 6."""

EMPTY_NAMES = {"utils", "helpers", "common", "base", "core", "types", "misc", "manager", "context"}


def module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


def layer_of(name: str) -> int | None:
    return next((layer for package, layer in LAYERS if within(name, package)), None)


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """Every imported module of a file, and whether the import stands inside a function."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, id(node) in inside
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module, id(node) in inside
            for alias in node.names:
                yield f"{node.module}.{alias.name}", id(node) in inside


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_imports_go_downwards(path: Path) -> None:
    name = module_name(path)
    layer = layer_of(name)
    if layer is None:
        assert name == "wirelab", f"{name} belongs to no layer"
        return
    ceiling = next((top for package, top in SEE_LESS.items() if within(name, package)), layer)
    own = next(package for package, _ in LAYERS if within(name, package))
    for imported, inside in imports(path):
        target = layer_of(imported)
        if target is None or within(imported, own):
            continue
        assert target <= ceiling, f"{name} (layer {layer}) imports {imported} (layer {target})"
        for side, other in STRANGERS:
            if within(name, side) and within(imported, other):
                assert inside, f"{name} imports {imported} at its top"
                assert ".commands" in name, f"{name} imports {imported}"
            assert not (within(name, other) and within(imported, side)), f"{name}: {imported}"


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_libraries_stay_in_their_rooms(path: Path) -> None:
    name = module_name(path)
    for imported, _ in imports(path):
        allowed = THIRD_PARTY.get(imported.split(".")[0])
        if allowed is not None:
            assert any(within(name, room) for room in allowed), f"{name} imports {imported}"


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_lower_layers_have_no_clock_network_or_files(path: Path) -> None:
    name = module_name(path)
    if (layer_of(name) or 0) > 5:
        return
    impure = {imported for imported, _ in imports(path) if imported.split(".")[0] in IMPURE}
    assert not impure, f"{name} imports {sorted(impure)}"


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_files_say_what_they_are_and_stay_readable(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert path.stem not in EMPTY_NAMES
    assert source.count("\n") <= 300, f"{path.name} has {source.count(chr(10))} lines"
    if path.name != "__init__.py" or source.strip():
        assert ast.get_docstring(ast.parse(source)), f"{path} has no docstring"


def test_only_a_rule_is_guarded_against_everything() -> None:
    broad = [
        f"{module_name(path)}:{node.lineno}"
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or getattr(node.type, "id", "") in {"Exception", "BaseException"})
    ]
    assert [place.split(":")[0] for place in broad] == ["wirelab.session.judge"]


def test_app_stays_small() -> None:
    assert (PACKAGE / "tui/app.py").read_text(encoding="utf-8").count("\n") < 200


def loaded_by(*arguments: str) -> set[str]:
    """Top-level modules loaded by a wirelab command run in a fresh interpreter."""
    script = (
        "import sys\n"
        f"sys.argv = ['wirelab', *{list(arguments)!r}]\n"
        "from wirelab.cli.main import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print('LOADED', *sorted({name.split('.')[0] for name in sys.modules}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    return set(done.stdout.rsplit("LOADED", 1)[1].split())


@pytest.mark.parametrize("arguments", [("--help",), ("--version",), ("rules",)], ids=" ".join)
def test_light_commands_load_nothing_heavy(arguments: tuple[str, ...]) -> None:
    heavy = {"textual", "httpx", "jsonschema", "jsonschema_rs", "starlette", "uvicorn"}
    assert not loaded_by(*arguments) & heavy
