"""The Conversation tab on more than text: Markdown, reasoning, activities, lanes, components."""

from __future__ import annotations

import json
from typing import Any

from tests.tui.driving import (
    FINISHED,
    INPUT,
    NARROW,
    STARTED,
    WIDE,
    bench,
    call,
    lines,
    press,
    replayed,
    result,
    run,
    screen,
    text,
    traffic_of,
    words,
)
from wirelab.tui.widgets.text_pane import TextPane

LONG_THOUGHT = "First I look at the trains, then at the weather, then I decide. " * 5


def reasoning(message_id: str, thought: str) -> list[dict[str, Any]]:
    return [
        {"type": "REASONING_MESSAGE_START", "messageId": message_id, "role": "reasoning"},
        {"type": "REASONING_MESSAGE_CONTENT", "messageId": message_id, "delta": thought},
        {"type": "REASONING_MESSAGE_END", "messageId": message_id},
    ]


def owned(owner: str, *events: dict[str, Any]) -> list[dict[str, Any]]:
    return [each | {"subagentRunId": owner} for each in events]


def test_m_shows_messages_as_markdown_and_as_text_again() -> None:
    said = "# Weather\n\n- **sunny** [more](http://w.test)\n\n[red]x[/red] <b>y</b>"

    async def test() -> None:
        async with replayed(traffic_of(STARTED, *text("m-1", said), FINISHED)) as pilot:
            assert "- **sunny** [more](http://w.test)" in screen(pilot)
            await press(pilot, "m")
            shown = screen(pilot)
            assert "assistant  # Weather" in shown
            assert "           • sunny more (http://w.test)" in shown
            assert "[red]x[/red] <b>y</b>" in shown
            await press(pilot, "m")
            assert "- **sunny**" in screen(pilot)

    run(test)


def test_markdown_that_grows_has_its_mark_and_what_was_cut_off_too() -> None:
    async def test() -> None:
        stream = traffic_of(STARTED, *text("m-1", "* one", "\n* two")[:-1], FINISHED)
        async with replayed(stream, WIDE, "m") as pilot:
            assert "• two ✂ cut off" in screen(pilot)
            await press(pilot, "left", "left")
            assert "• two▌" in screen(pilot)
            await press(pilot, "left")
            assert "• one▌" in screen(pilot)

    run(test)


def test_reasoning_is_folded_until_u_unfolds_it() -> None:
    async def test() -> None:
        stream = traffic_of(
            STARTED, *reasoning("x-1", LONG_THOUGHT), *text("m-1", "Ten."), FINISHED
        )
        async with replayed(stream, NARROW) as pilot:
            (row,) = (row for row in lines(pilot) if "┊" in row)
            assert "▸ First I look at the trains" in row
            assert "320 characters · 20ms · u unfolds" in row
            assert "I decide." not in screen(pilot)
            await press(pilot, "u")
            assert words(pilot).count("I decide.") == 5
            await press(pilot, "u", "home", "right", "right")
            (row,) = (row for row in lines(pilot) if "┊" in row)
            assert "then I decide. ▌" in row

    run(test)


def test_encrypted_values_are_named_and_never_shown() -> None:
    secret = "c2VjcmV0" * 40
    sealed = {"type": "REASONING_ENCRYPTED_VALUE", "encryptedValue": secret}
    of_message = {"subtype": "message", "entityId": "x-1", "encryptedValueType": "opaque/v1"}

    async def test() -> None:
        stream = traffic_of(
            STARTED,
            *reasoning("x-1", "Hm."),
            *call("call-1", "get", "{}"),
            sealed | of_message,
            sealed | {"subtype": "tool-call", "entityId": "call-1"},
            FINISHED,
        )
        async with replayed(stream) as pilot:
            shown = screen(pilot)
            assert "▒ encrypted value of type opaque/v1 · 320 characters" in shown
            assert "    ▒ encrypted value · 320 characters" in shown
            await press(pilot, "3")
            assert "▒ encrypted value · 320 characters" in screen(pilot)
            assert secret[:16] not in shown + screen(pilot)

    run(test)


def activity(kind: str, content: Any, *patches: list[dict[str, Any]]) -> list[dict[str, Any]]:
    names = {"messageId": "a-1", "activityType": kind}
    return [
        {"type": "ACTIVITY_SNAPSHOT", "content": content} | names,
        *({"type": "ACTIVITY_DELTA", "patch": patch} | names for patch in patches),
    ]


def test_an_activity_is_a_widget_that_changes_with_its_patches() -> None:
    plan = {"title": "Trip", "items": [{"name": "flights", "status": "waiting"}]}
    done = [{"op": "replace", "path": "/items/0/status", "value": "done"}]

    async def test() -> None:
        stream = traffic_of(STARTED, *activity("PLAN", plan, done), FINISHED)
        async with replayed(stream, WIDE, "home", "right") as pilot:
            assert "PLAN  no update yet · last event 1" in screen(pilot)
            assert "○ flights  waiting" in screen(pilot)
            await press(pilot, "right")
            assert "PLAN  1 update · last event 2" in screen(pilot)
            assert "✔ flights  done  ← 2" in screen(pilot)
            assert 'title: "Trip"' in screen(pilot)

    run(test)


def test_a_patch_that_was_not_applied_is_marked_and_the_content_stays() -> None:
    wrong = [{"op": "replace", "path": "/hits/3", "value": "x"}]

    async def test() -> None:
        stream = traffic_of(STARTED, *activity("SEARCH", {"hits": ["a"]}, wrong), FINISHED)
        async with replayed(stream) as pilot:
            assert "▲ delta of event 2 not applied: " in screen(pilot)
            assert '0: "a"' in screen(pilot)
            await press(pilot, "home", "right")
            assert "not applied" not in screen(pilot)

    run(test)


SURFACE = [
    {"version": "v0.9", "createSurface": {"surfaceId": "card"}},
    {"version": "v0.9", "updateComponents": {"surfaceId": "card", "components": [
        {"id": "root", "component": "Column"}]}},
]  # fmt: skip


def test_components_in_activities_results_and_state_are_named() -> None:
    page = {"uri": "ui://weather/card", "mimeType": "text/html;profile=mcp-app", "text": "<h1>x"}
    app = {"content": [{"type": "resource", "resource": page}]}

    async def test() -> None:
        stream = traffic_of(
            STARTED,
            *activity("a2ui-surface", {"a2ui_operations": SURFACE}),
            *call("call-1", "show", "{}"),
            result("call-1", json.dumps(app)),
            {"type": "STATE_SNAPSHOT", "snapshot": {"ui": SURFACE}},
            FINISHED,
        )
        async with replayed(stream) as pilot:
            shown = screen(pilot)
            assert "◫ A2UI surface card (v0.9)  at /a2ui_operations/0" in shown
            assert "· updateComponents  1 component: root Column" in shown
            assert "◫ MCP app ui://weather/card  at /content/0/resource" in shown
            assert "· text/html;profile=mcp-app · text of 5 characters" in shown
            assert "the state holds" in shown
            assert "◫ A2UI surface card (v0.9)  at /ui/0" in shown
            await press(pilot, "3")
            assert "◫ MCP app ui://weather/card" in screen(pilot)

    run(test)


def test_parallel_subagents_have_lanes_and_names_of_their_own() -> None:
    def started(owner: str, **more: str) -> dict[str, Any]:
        return {"type": "SUBAGENT_STARTED", "subagentRunId": owner, "name": "reader"} | more

    async def test() -> None:
        stream = traffic_of(
            STARTED,
            started("s-1", description="Reads."),
            started("s-2"),
            started("s-3", parentSubagentRunId="s-2", name="helper"),
            *owned("s-1", *text("m-1", "From one")),
            *owned("s-2", *text("m-2", "From two")),
            *owned("s-3", *reasoning("x-1", "Deeper")),
            {"type": "SUBAGENT_FINISHED", "subagentRunId": "s-1", "result": {"best": 1}},
            {"type": "SUBAGENT_FINISHED", "subagentRunId": "s-3"},
            {"type": "SUBAGENT_FINISHED", "subagentRunId": "s-2"},
            FINISHED,
        )
        async with replayed(stream) as pilot:
            shown = screen(pilot)
            assert "◈ subagent reader  s-1  ✔ finished · " in shown
            assert "  Reads.\n" in "\n".join(row.rstrip() for row in lines(pilot)) + "\n"
            assert '  result {"best":1}' in shown
            assert "◈ subagent reader #2  s-2" in shown
            assert "│ reader     From one" in shown
            assert "┃ reader #2  From two" in shown
            assert "┃ ◈ subagent helper  s-3" in shown
            assert "┃ ┆ reasoning┊ Deeper  @helper" in shown

    run(test)


def test_what_the_client_sent_back_and_what_a_snapshot_restates_is_told() -> None:
    held = [*INPUT["messages"], {"id": "m-0", "role": "assistant", "content": "Before"}]  # type: ignore[misc]
    restated = {"id": "m-2", "role": "assistant", "content": "Restated"}

    async def test() -> None:
        stream = traffic_of(
            STARTED,
            *text("m-1", "Now"),
            *text("u-2", "Me?", role="user"),
            {"type": "MESSAGES_SNAPSHOT", "messages": [*held, restated]},
            run_input=INPUT | {"messages": held},
        )
        async with replayed(stream, WIDE, "left", "left") as pilot:
            shown = screen(pilot)
            assert "user       What is the weather?" in shown
            assert "assistant↑ Before" in shown
            assert "assistant  Now" in shown
            assert "user↓      Me?" in shown
            await press(pilot, "end")
            assert "assistant≡ Restated" in screen(pilot)

    run(test)


def test_an_interrupt_shows_its_answer_in_the_turn_that_brings_it() -> None:
    interrupts = [{"id": "i-1", "reason": "tool_call", "message": "Refund?"}]
    asks = FINISHED | {"outcome": {"type": "interrupt", "interrupts": interrupts}}
    resume = [{"interruptId": "i-1", "status": "resolved", "payload": {"ok": True}}]
    second = {"runId": "r-2"}

    async def test() -> None:
        stream = [
            *traffic_of(STARTED, asks),
            *traffic_of(
                STARTED | second, FINISHED | second, run_input=INPUT | second | {"resume": resume}
            ),
        ]
        async with replayed(stream) as pilot:
            assert '↳ answered {"ok":true}' in screen(pilot)
            await press(pilot, "home", "right")
            assert "⏸ i-1 Refund?" in screen(pilot)
            assert "↳ not answered yet" in screen(pilot)

    run(test)


def test_a_call_in_the_conversation_says_for_what_it_waits() -> None:
    tool = {"name": "get_location", "description": "", "parameters": {}}

    async def test() -> None:
        stream = traffic_of(
            STARTED, *call("c", "get_location", "{}"), FINISHED, run_input=INPUT | {"tools": [tool]}
        )
        async with replayed(stream) as pilot:
            assert "… waits for the application" in screen(pilot)
            await press(pilot, "left", "left")
            assert "… no result yet" in screen(pilot)

    run(test)


def test_the_reader_keeps_the_place_while_text_above_is_folded() -> None:
    async def test() -> None:
        answers = [each for at in range(40) for each in text(f"m-{at}", f"answer {at}")]
        stream = traffic_of(STARTED, *reasoning("x-1", LONG_THOUGHT * 3), *answers, FINISHED)
        async with replayed(stream, NARROW, "u") as pilot:
            pane = bench(pilot).current_tab.query_one(TextPane)
            await press(pilot, "pageup")
            top = lines(pilot)[4]
            assert "answer" in top
            await press(pilot, "u")
            assert lines(pilot)[4] == top
            await press(pilot, "u")
            assert lines(pilot)[4] == top
            for _ in range(4):
                await press(pilot, "pageup")
            assert pane.scroll_offset.y == 0
            assert "What is the weather?" in lines(pilot)[4]

    run(test)


def test_a_character_cut_across_two_deltas_is_one_again() -> None:
    async def test() -> None:
        stream = traffic_of(STARTED, *text("m-1", "a\ud83d", "\ude00b"), FINISHED)
        async with replayed(stream) as pilot:
            assert "assistant  a😀b" in screen(pilot)
            await press(pilot, "home", "right", "right", "right")
            assert "assistant  a😀b▌" in screen(pilot)

    run(test)
