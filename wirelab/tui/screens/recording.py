"""Recording from the bench: the session so far and what comes, to a file a person names.

On again and off again as often as wanted, each time a file of its own; what ``--record`` writes is
whole from the start, and is not stopped here.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from textual import on

from wirelab.errors import WirelabError
from wirelab.transports.recorder import Recorder
from wirelab.tui.screens.driving import Driving
from wirelab.tui.widgets.prompt_line import PromptLine
from wirelab.views.safe_text import safe, size

if TYPE_CHECKING:
    from textual.app import ComposeResult


class Recording(Driving):
    """The action behind ``R``."""

    _recorder: Recorder | None = None

    def prompts(self) -> ComposeResult:
        yield from super().prompts()
        yield PromptLine("record to", "a file's name", id="record-to")

    @property
    def _record_to(self) -> PromptLine:
        return self.query_one("#record-to", PromptLine)

    def action_record(self) -> None:
        """Ask where to, or stop."""
        if self._recorder is not None:
            self._stop_recording(self._recorder)
        elif self.feed.recording:
            self.notify(f"From the start on: {self._note}.", markup=False)
        else:
            self.close_prompts()
            self._record_to.open(f"wirelab-{datetime.now():%Y%m%d-%H%M%S}.jsonl")
            self._record_to.say("enter records · esc closes")

    @on(PromptLine.Asked, "#record-to")
    def _record_asked(self, message: PromptLine.Asked) -> None:
        name = message.text.strip()
        if name:
            self.run_worker(self._start_recording(Path(name).expanduser()), group="record")
        else:
            self._record_to.complain("Say the name of a file.")

    async def _start_recording(self, path: Path) -> None:
        recorder = None
        try:
            recorder = Recorder(path)
            await self.feed.record(recorder.take)
        except WirelabError as failure:
            if recorder is not None:
                recorder.close()
            self._record_to.complain(safe(str(failure), 300))
            return
        self._recorder, self._note = recorder, f"● recording {safe(str(path), 200)}"
        self._record_to.close()
        self.show()
        self.notify(
            f"Recording what has come and what comes to {safe(str(path), 200)}: R stops it.",
            markup=False,
        )

    def _stop_recording(self, recorder: Recorder) -> None:
        self.feed.stop_recording()
        self._recorder, self._note = None, ""
        said, where = self.feed.trouble, safe(str(recorder.path), 200)
        try:
            recorder.close()
            said = said or f"Recorded to {where} ({size(recorder.path.stat().st_size)})."
        except (WirelabError, OSError) as failure:
            said = said or safe(str(failure), 300)
        self.feed.trouble = ""
        self.show()
        self.notify(said, timeout=10, markup=False)

    def on_unmount(self) -> None:
        if self._recorder is not None:
            self._recorder.close()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "record":
            return self.observation is not None and not self.typing
        return super().check_action(action, parameters)
