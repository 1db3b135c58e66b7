"""What the screen says while, or because, no event came: what happened, and what to try.

One sentence on what happened; what answered, as far as it is worth reading; then what to try.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from textual.content import Content

from wirelab.rules.finding import Severity
from wirelab.steps.redaction import redact_urls
from wirelab.tui.paint import ACCENT, ERROR, FAINT, STRONG, line
from wirelab.tui.widgets.text_pane import Block
from wirelab.tui.wrapping import wrap_lines, wrap_text
from wirelab.views.exchange_text import ending_line, request_line
from wirelab.views.safe_text import safe
from wirelab.views.signs import counted
from wirelab.wire.frame import FrameKind

if TYPE_CHECKING:
    from wirelab.session.session import Exchange, Session
    from wirelab.tui.cursor import Moment
    from wirelab.wire.traffic import Response

_MOST_BODY = 3000
_MOST_LOOKED_AT = 1000
_CAUSE = "likely cause:"
_MOST_LINES = 5
"""What happened and what to try stay on a small screen with so much between them."""
_STREAMS = ("text/event-stream", "application/vnd.ag-ui.event+proto", "application/x-ndjson")
_TRY_BY_STATUS = {
    400: "The agent refuses the input. Tab 7 shows what was sent; --input FILE sends your own.",
    401: "Give it a token: --bearer-env VAR (the variable that holds it), or -H 'Name: value'.",
    403: "The credentials are known and not enough: check the token, or -H 'Name: value'.",
    404: "Nothing is served at this path: check the URL, an agent's endpoint often has one.",
    405: "This path takes no POST: check the URL, an agent's endpoint often has a path.",
    406: "The agent does not answer with text/event-stream: -H 'Accept: …' asks for another type.",
    415: "The agent wants another Content-Type: -H 'Content-Type: …' sets it.",
    422: "The agent refuses the input. Tab 7 shows what was sent; --input FILE sends your own.",
    429: "Too many requests: wait, then try again.",
}


def contact_blocks(moment: Moment) -> list[Block]:
    """The panel for an exchange without events; nothing once there are some."""
    session = moment.session
    if not session.exchanges:
        return [_block("waiting", Content.styled("Nothing has arrived yet.", FAINT))]
    index = max(moment.world.runs.exchange, 0)
    exchange = session.exchanges[min(index, len(session.exchanges) - 1)]
    last_event = exchange.closed_after if exchange.closed_after is not None else session.event_count
    if moment.event >= exchange.first_event or last_event > exchange.first_event:
        return []
    parted = _parted(session, index)
    if exchange.closed_after is None:
        return [*parted, _block(("open", exchange.response is not None), _waiting(exchange))]
    happened, advice = explain(exchange)
    body = _body_text(session, exchange)
    return [
        *parted,
        _block(("happened", index), Content(""), Content.styled(f"✖ {happened}", ERROR)),
        Block(("body", index), len(body), lambda width: _body(body, width)),
        _block(
            ("try", index), Content(""), _found(session, index) or line(("Try  ", ACCENT), advice)
        ),
    ]


def _found(session: Session, index: int) -> Content | None:
    """The first error of a stream without events whose cause is known: it says more than advice."""
    response = session.exchanges[index].response
    if response is None or response.content_type not in _STREAMS:
        return None
    errors = (
        each
        for each in islice(session.findings, _MOST_LOOKED_AT)
        if each.exchange == index and each.severity is Severity.ERROR and _CAUSE in each.message
    )
    found = next(errors, None)
    if found is None:
        return None
    said = safe(found.message, 400)
    return line((f"{found.code} ", ERROR), (said, ""), (" · 5 shows it", FAINT))


def _parted(session: Session, index: int) -> list[Block]:
    """A line between the turns before and one that brought nothing; none before the first."""
    if index < 1:
        return []
    given, before = session.exchanges[index].run_input, session.exchanges[index - 1].run_input
    anew = given is not None and before is not None and given.thread_id != before.thread_id
    said = f"── turn {index + 1}{' · new thread' if anew else ''} "
    return [
        Block(
            ("contact", "turn", index),
            said,
            lambda width: [Content.styled(said + "─" * (width - len(said)), FAINT).truncate(width)],
        )
    ]


def explain(exchange: Exchange) -> tuple[str, str]:
    """What happened in one sentence, and what to try, for an exchange that brought no event."""
    response = exchange.response
    if response is None:
        said = safe(exchange.ending_detail, 400) or ending_line(exchange)
        advice = "Start the agent, or correct the URL; wirelab demo shows a run without an agent."
        return f"Not connected: {said}", advice
    if 300 <= response.status < 400:
        return _redirected(response)
    if not 200 <= response.status < 300:
        server = "The agent failed before any run; its own log says more."
        other = server if response.status >= 500 else "What it answered is above."
        advice = _TRY_BY_STATUS.get(response.status, other)
        return f"No run was started: the server answered {response.status}.", advice
    kind = response.content_type
    if kind not in _STREAMS:
        said = safe(kind, 80) or "no content type"
        advice = "Is this URL the endpoint that runs the agent? An event stream is expected."
        return (
            f"The server answered {response.status} with {said}, not with an event stream.",
            advice,
        )
    advice = "The agent may have failed right after it answered; its own log says more."
    return f"The stream ended without a single event ({ending_line(exchange)}).", advice


def _redirected(response: Response) -> tuple[str, str]:
    location = response.header("location")
    if not location:
        return (
            f"No run was started: {response.status} redirects, but says not where to.",
            "Check the URL.",
        )
    where = safe(redact_urls(location), 300)
    advice = f"Redirects are not followed, a POST may not survive them: observe {where} instead."
    return (
        f"No run was started: the server answered {response.status} and points to {where}",
        advice,
    )


def _waiting(exchange: Exchange) -> Content:
    if exchange.response is not None:
        return Content.styled("The server has answered; waiting for the first event …", FAINT)
    if exchange.request is None:
        return Content.styled("Waiting for the first event …", FAINT)
    return Content.styled(f"{request_line(exchange.request)} sent; waiting for an answer …", FAINT)


def _block(key: object, *lines: Content) -> Block:
    return Block(("contact", key), str(lines), lambda width: wrap_lines(list(lines), width))


def _body_text(session: Session, exchange: Exchange) -> str:
    """The text that came instead of events."""
    texts = []
    for frame in session.frames[exchange.first_frame : exchange.first_frame + 50]:
        if frame.kind is FrameKind.CLOSED:
            break
        if frame.kind in (FrameKind.STRAY, FrameKind.CUT_OFF):
            texts.append(frame.data[:_MOST_BODY])
    return "\n".join(texts)[:_MOST_BODY]


def _body(body: str, width: int) -> list[Content]:
    if not body.strip():
        return []
    heading = Content.styled("It said:", STRONG)
    said = wrap_text(body.strip(), width, first=Content("  "))
    more = len(said) - _MOST_LINES
    if more > 0:
        rest = f"  … {counted(more, 'more line')}; 7 shows all of it"
        said = [*said[:_MOST_LINES], Content.styled(rest, FAINT)]
    return [Content(""), heading, *said]
