"""The command ``wirelab``: dispatch, and every way it can end turned into an exit code.

Commands return their ExitCode; whatever else ends them ends here, in one sentence on stderr and
without a traceback.
"""

from __future__ import annotations

import gc
import os
import sys
from typing import Annotated

import typer

import wirelab
from wirelab.cli.commands import COMMANDS
from wirelab.cli.commands.start import can_start, choose
from wirelab.cli.diagnostics import ExitCode, complain
from wirelab.cli.output import Output, OutputClosedError, prepare_stdout
from wirelab.cli.theming import ThemeOption, wear
from wirelab.errors import WirelabError

# Some releases of typer carry click inside them, others import it: both derive from this class.
_CLICK_ERROR: type[Exception] = next(
    kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException"
)

_COLLECT_SELDOM = (100_000, 20, 100)
"""What is held of a stream has no cycles and may be millions of objects: looking through them all
at Python's usual pace takes longer than judging them."""

app = typer.Typer(
    add_completion=False,
    no_args_is_help=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def _wirelab(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    no_color: Annotated[
        bool, typer.Option("--no-color", help="No colours (as NO_COLOR does); works anywhere.")
    ] = False,
    theme: ThemeOption = None,
) -> int | None:
    """See what an AG-UI endpoint really sends: observe, replay, judge and imitate it."""
    if version:
        Output().line(f"wirelab {wirelab.__version__}")
        raise typer.Exit
    wear(theme)
    if context.invoked_subcommand is None and can_start():
        words = choose()
        return main(list(words)) if words is not None else ExitCode.ACCEPTED
    if context.invoked_subcommand is None:
        sys.stderr.write(context.get_help() + "\n")
        raise typer.Exit(ExitCode.USAGE)
    return None


for _name, _command in COMMANDS.items():
    app.command(_name)(_command)


def main(argv: list[str] | None = None) -> int:
    """Run the command line; returns the exit code. Writes to stdout and stderr only."""
    calm_collection()
    arguments = _without_colour_switch(sys.argv[1:] if argv is None else argv)
    prepare_stdout()
    try:
        code = app(arguments, prog_name="wirelab", standalone_mode=False)
        Output().flush()
    except OutputClosedError:
        return ExitCode.FAILED
    except WirelabError as error:
        complain(str(error), error.picture)
        return error.exit_code
    except (KeyboardInterrupt, typer.Abort):
        return ExitCode.INTERRUPTED
    except _CLICK_ERROR as error:
        complain(_usage(error))
        return ExitCode.USAGE
    return int(code or 0)


def calm_collection() -> None:
    """Let Python look for cycles as seldom as suits what is held of a stream."""
    gc.set_threshold(*_COLLECT_SELDOM)


def _without_colour_switch(arguments: list[str]) -> list[str]:
    """``--no-color`` works before and after the command's name, as people type it."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    if "--no-color" not in arguments[:end]:
        return arguments
    os.environ["NO_COLOR"] = "1"
    return [each for each in arguments[:end] if each != "--no-color"] + arguments[end:]


def _usage(error: Exception) -> str:
    """The parser's complaint as one sentence, with where to read more."""
    said = str(getattr(error, "format_message", error.__str__)()).strip().rstrip(".")
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "wirelab"
    return f"{said[:1].lower()}{said[1:]}; see {command} --help"


if __name__ == "__main__":
    sys.exit(main())
