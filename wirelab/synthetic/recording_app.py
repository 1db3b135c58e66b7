"""A recording as an endpoint: any POST gets its next exchange, after the last the first again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import randrange
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from wirelab.synthetic.agent import Note, quoted
from wirelab.synthetic.cross_origin import cross_origin
from wirelab.synthetic.faults import AskedFault, strike
from wirelab.synthetic.faults.replaced_run import played_instead
from wirelab.synthetic.player import Curtain, Gate, RunResponse
from wirelab.synthetic.recorded_run import RecordedRun, ids_in

if TYPE_CHECKING:
    from starlette.requests import Request

MOST_BODY_BYTES = 64 * 1024 * 1024


@dataclass(slots=True)
class Recorded:
    """What is served. runs: at least one.

    verbatim: leave ids as they were. gate: holds every write until it is let through; None lets
    all through at their times.
    """

    runs: Sequence[RecordedRun]
    speed: float | None = 1.0
    verbatim: bool = False
    faults: tuple[AskedFault, ...] = ()
    gate: Gate | None = None
    note: Note = lambda _: None
    served: int = field(default=0)

    def answer(self, body: bytes) -> RunResponse:
        """The exchange that is next."""
        number = self.served % len(self.runs)
        self.served += 1
        asked = ids_in(body)
        said = f"exchange {number + 1} of {len(self.runs)}"
        self.note(f"{said}, for run {quoted(asked.get('runId', ''))}")
        ids = {} if self.verbatim else asked
        broken = played_instead(self.faults, randrange(1_000_000))
        run = self.runs[number].performance(ids) if broken is None else broken.for_ids(ids)
        performance = strike(run, self.faults)

        def ended(curtain: Curtain, written: int) -> None:
            if curtain is not Curtain.COMPLETE:
                self.note(f"{said}: stopped after {written} writes, {curtain}")

        return RunResponse(performance, self.speed, ended, self.gate)


def create_recording_app(recorded: Recorded, cors: Sequence[str] = ()) -> Starlette:
    """The application. cors: origins whose pages may read answers."""

    async def run(request: Request) -> Response:
        body = bytearray()
        async for chunk in request.stream():
            body += chunk
            if len(body) > MOST_BODY_BYTES:
                return JSONResponse({"error": "body-too-large"}, 413)
        return recorded.answer(bytes(body))

    async def on(request: Request) -> Response:
        if recorded.gate is None:
            return JSONResponse({"error": "not-stepping", "reason": "start it with --step"}, 409)
        recorded.gate.let_one_through()
        return JSONResponse({"status": "ok"})

    routes = [
        Route("/_next", on, methods=["POST"]),
        Route("/{path:path}", run, methods=["POST"]),
    ]
    return Starlette(routes=routes, middleware=cross_origin(cors))
