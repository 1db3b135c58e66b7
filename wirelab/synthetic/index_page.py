"""The page a browser gets at the agent's root: the scenarios, and how to play one.

One self-contained document; nothing in it runs or is loaded from elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wirelab.synthetic.scenario import Scenario

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Wire Lab: synthetic agent</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif;
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem }}
table {{ border-collapse: collapse; width: 100% }}
th, td {{ text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0;
  border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent) }}
pre {{ overflow-x: auto; padding: .8rem; border: 1px solid
  color-mix(in srgb, currentColor 25%, transparent) }}
</style>
</head>
<body>
<h1>Wire Lab: synthetic agent</h1>
<p>An AG-UI agent with no model behind it. Each scenario is an endpoint: POST a RunAgentInput,
read the run as server-sent events.</p>
<table>
<thead><tr><th>scenario</th><th>shows</th><th>verdict</th><th></th></tr></thead>
<tbody>
{rows}
</tbody>
</table>
<p>One stream for each rule of the judge that a stream can break alone: <a href="/broken/">the
broken gallery</a>.</p>
<h2>Play one</h2>
<pre>{command}</pre>
<p><code>wirelab observe {base}{first}</code> shows the run and what is to be said about it.</p>
</body>
</html>
"""
_ROW = (
    "<tr><td><code>{name}</code></td><td>{about}</td><td>{verdict}</td>"
    '<td><a href="/{name}/capabilities">capabilities</a></td></tr>'
)
_COMMAND = """curl -N {base}{first} -H 'content-type: application/json' -d \\
  '{{"threadId":"t-1","runId":"r-1","messages":[{{"id":"u-1","role":"user","content":"Hello"}}]}}'"""


def index_page(scenarios: Iterable[Scenario], base: str) -> str:
    """HTML. base: the agent's own URL as the browser knows it, with a slash at the end."""
    listed = list(scenarios)
    first = listed[0].name if listed else ""
    return _PAGE.format(
        rows="\n".join(map(_row, listed)),
        command=escape(_COMMAND.format(base=base, first=first)),
        base=escape(base),
        first=escape(first),
    )


def _row(scenario: Scenario) -> str:
    found = f" ({', '.join(scenario.findings)})" if scenario.findings else ""
    return _ROW.format(
        name=escape(scenario.name),
        about=escape(scenario.about),
        verdict=escape(scenario.verdict + found),
    )
