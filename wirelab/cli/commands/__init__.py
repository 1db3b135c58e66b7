"""The commands, one a file, in the order in which help lists them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wirelab.cli.commands.convert import convert
from wirelab.cli.commands.cut import cut
from wirelab.cli.commands.demo import demo
from wirelab.cli.commands.diff import diff
from wirelab.cli.commands.join import join
from wirelab.cli.commands.minimise import minimise
from wirelab.cli.commands.observe import observe
from wirelab.cli.commands.proxy import proxy
from wirelab.cli.commands.redact import redact
from wirelab.cli.commands.replay import replay
from wirelab.cli.commands.rules import rules
from wirelab.cli.commands.scenarios import scenarios
from wirelab.cli.commands.schema import schema
from wirelab.cli.commands.serve_recording import serve_recording
from wirelab.cli.commands.serve_synthetic import serve_synthetic
from wirelab.cli.commands.validate import validate
from wirelab.cli.diagnostics import ExitCode

COMMANDS: Mapping[str, Callable[..., ExitCode]] = {
    "observe": observe,
    "replay": replay,
    "proxy": proxy,
    "serve-synthetic": serve_synthetic,
    "serve-recording": serve_recording,
    "validate": validate,
    "convert": convert,
    "redact": redact,
    "cut": cut,
    "join": join,
    "minimise": minimise,
    "diff": diff,
    "demo": demo,
    "scenarios": scenarios,
    "rules": rules,
    "schema": schema,
}
