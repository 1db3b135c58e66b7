"""Answering the agent from the bench: a form for what it waits for, or a file with nobody asked."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from wirelab.session.owed_answers import owed_answers
from wirelab.transports.fresh_ids import fresh_id
from wirelab.tui.screens.driving import Driving
from wirelab.tui.tabs.conversation import ConversationTab
from wirelab.tui.widgets.answer_pane import AnswerPane
from wirelab.views.answer_form import AnswerForm, answer_form
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from wirelab.session.answers import Answers
    from wirelab.tui.messages import FeedEnded
    from wirelab.tui.widgets.answer_pane import AnswersReady


class Answering(Driving):
    """The actions that answer interrupts and calls of the client's tools."""

    @property
    def answer_pane(self) -> AnswerPane:
        return self.query_one(AnswerPane)

    def play(self) -> None:
        super().play()
        self._show_form(None)

    def on_feed_ended(self, message: FeedEnded) -> None:
        """Nothing more comes by itself: see what the agent waits for."""
        if self.observation is None or self.playing:
            return
        automatic = self.observation.automatic
        if automatic is not None:
            answers = automatic.turn(self.session, datetime.now(UTC), fresh_id)
            if answers is not None and self.send_answers(answers) is None:
                return
            if automatic.refused:
                self.notify(safe(automatic.refused, 300), severity="warning", markup=False)
        owed = owed_answers(self.session)
        if owed:
            canned = automatic.canned if automatic is not None else None
            self._show_form(answer_form(owed, self.session.world, canned))

    def send_answers(self, answers: Answers) -> str | None:
        """Send answers as the thread's next input; returns why they were not sent."""
        return self.send_next(resume=answers.resume or None, messages=answers.messages)

    @property
    def why_no_message(self) -> str:
        reason = super().why_no_message
        if self.why_busy or self.raw or self.answer_pane.form is None:
            return reason
        return f"{reason or 'a call of your tool waits for its result'} (a answers)"

    def on_answers_ready(self, message: AnswersReady) -> None:
        reason = self.send_answers(message.form.answers(fresh_id))
        if reason is not None:
            self._refuse(reason)

    def action_answer(self) -> None:
        """Go to the form."""
        if self._tab == ConversationTab.TAB_NAME:
            self.answer_pane.focus_first()
            return
        self.action_show_tab(ConversationTab.TAB_NAME)
        self.answer_pane.focus_first().focus()  # once more, behind the focus the tab asked for

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "answer":
            return self.is_mounted and self._can_answer
        return super().check_action(action, parameters)

    @property
    def _can_answer(self) -> bool:
        pane, focused = self.answer_pane, self.focused
        writing = focused is not None and focused.check_consume_key("a", "a")
        return pane.form is not None and not pane.has_focus_within and not writing

    def _show_form(self, form: AnswerForm | None) -> None:
        pane = self.answer_pane
        if form is None and pane.has_focus_within:
            self.current_tab.first_focus.focus()
        pane.show(form)
        self.refresh_bindings()
