"""Watching a session grow: traffic is recorded, framed, judged, then shown, in this order.

A recording that fails is said once and does not end the watching, but it decides the exit code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.cli.diagnostics import complain
from wirelab.errors import WirelabError
from wirelab.wire.framing import Framing
from wirelab.wire.traffic import End, Ending

if TYPE_CHECKING:
    from collections.abc import Callable

    from wirelab.cli.showing import Show
    from wirelab.session.inspection import Inspection
    from wirelab.transports.recorder import Recorder
    from wirelab.wire.frame import Frame
    from wirelab.wire.framing import Arrival
    from wirelab.wire.traffic import Traffic


class Watch:
    """One session on its way from traffic to stdout.

    wanted: which arrivals are shown; all where not given.
    recording_failed: the recording is not complete.
    """

    def __init__(
        self,
        inspection: Inspection,
        show: Show,
        recorder: Recorder | None = None,
        wanted: Callable[[Arrival], bool] | None = None,
    ) -> None:
        self.recording_failed = False
        self._inspection = inspection
        self._show = show
        self._recorder = recorder
        self._wanted = wanted
        self._framing = Framing()

    def take(self, traffic: Traffic | Frame) -> None:
        self._record(traffic)
        for arrival in self._framing.take(traffic):
            self._inspection.take(arrival)
            if self._wanted is None or self._wanted(arrival):
                self._show.show(arrival)

    def finish(self) -> None:
        """The source has no more; whatever is still open ends here, and what is left over shows."""
        exchanges = self._inspection.session.exchanges
        if not exchanges or exchanges[-1].closed_after is None:
            self.take(End(Ending.UNKNOWN))
        self._inspection.finish()
        self._show.finish()

    def _record(self, traffic: Traffic | Frame) -> None:
        if self._recorder is None:
            return
        try:
            self._recorder.take(traffic)
        except WirelabError as error:
            self._recorder, self.recording_failed = None, True
            complain(f"the recording stops here: {error}")
