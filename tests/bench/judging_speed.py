"""Events judged per second, beside bare parsing and (where installed) ag-ui-validate.

    python -m tests.bench.judging_speed [--events N] [--rounds N]

All contenders take the same stream in the same process, in turns; the figures to quote are the
ratios of medians. Times are seconds of this machine and mean nothing alone.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import time
from collections.abc import AsyncIterator, Callable, Iterator

from pydantic_core import from_json

from wirelab.session.inspection import Inspection
from wirelab.wire.framing import Framing
from wirelab.wire.traffic import End, Ending, Read

READ_BYTES = 65536


def synthetic_events(count: int) -> Iterator[dict[str, object]]:
    """A legal run of about ``count`` events: mostly text deltas, some tool calls and patches."""
    yield {"type": "RUN_STARTED", "threadId": "t-1", "runId": "r-1", "protocolVersion": "1.1"}
    yield {"type": "STATE_SNAPSHOT", "snapshot": {"count": 0, "items": []}}
    made, number = 2, 0
    while made < count:
        number += 1
        message, call = f"message-{number}", f"call-{number}"
        block: list[dict[str, object]] = [
            {"type": "TEXT_MESSAGE_START", "messageId": message, "role": "assistant"},
            *(
                {"type": "TEXT_MESSAGE_CONTENT", "messageId": message, "delta": f"word {word} "}
                for word in range(30)
            ),
            {"type": "TEXT_MESSAGE_END", "messageId": message},
            {"type": "TOOL_CALL_START", "toolCallId": call, "toolCallName": "get_weather"},
            {"type": "TOOL_CALL_ARGS", "toolCallId": call, "delta": '{"city":"Lis'},
            {"type": "TOOL_CALL_ARGS", "toolCallId": call, "delta": 'bon"}'},
            {"type": "TOOL_CALL_END", "toolCallId": call},
            {
                "type": "TOOL_CALL_RESULT",
                "messageId": f"result-{number}",
                "toolCallId": call,
                "content": "24 degrees",
            },
            {
                "type": "STATE_DELTA",
                "delta": [{"op": "replace", "path": "/count", "value": number}],
            },
        ]
        made += len(block)
        yield from block
    yield {"type": "RUN_FINISHED", "threadId": "t-1", "runId": "r-1"}


def contenders(events: list[dict[str, object]]) -> dict[str, Callable[[], object]]:
    """What is timed, by name; each callable handles the whole stream once."""
    texts = [json.dumps(event, separators=(",", ":")) for event in events]
    body = "".join(f"data: {text}\n\n" for text in texts).encode()

    def wirelab() -> None:
        framing, inspection = Framing(), Inspection(keep=False)
        for start in range(0, len(body), READ_BYTES):
            inspection.take_all(framing.take(Read(body[start : start + READ_BYTES])))
        inspection.take_all(framing.take(End(Ending.EOF)))
        session = inspection.finish()
        if not session.clean or session.event_count != len(events):
            raise SystemExit(f"the bench stream is not clean: {session.findings[:3]}")

    found: dict[str, Callable[[], object]] = {
        "pydantic_core.from_json alone": lambda: [from_json(text) for text in texts],
        "wirelab (bytes to verdict)": wirelab,
    }
    try:
        from ag_ui_validate.transport import TransportOptions, validate_body
    except ImportError:
        return found

    async def reads() -> AsyncIterator[bytes]:
        for start in range(0, len(body), READ_BYTES):
            yield body[start : start + READ_BYTES]

    def peer() -> None:
        options = TransportOptions(recorded=True)
        asyncio.run(validate_body(reads(), "text/event-stream", options))

    return found | {"ag-ui-validate (bytes to report)": peer}


def measure(events: list[dict[str, object]], rounds: int) -> dict[str, float]:
    """Median seconds of each contender over the rounds, taken in turns."""
    runs = contenders(events)
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            start = time.perf_counter()
            run()
            seconds[name].append(time.perf_counter() - start)
    return {name: statistics.median(taken) for name, taken in seconds.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    events = list(synthetic_events(options.events))
    medians = measure(events, options.rounds)
    ours = medians["wirelab (bytes to verdict)"]
    print(f"{len(events)} events, median of {options.rounds} rounds")
    for name, seconds in medians.items():
        rate = len(events) / seconds
        print(f"{name:36} {rate:12,.0f} events/s   wirelab takes {ours / seconds:5.2f} x its time")


if __name__ == "__main__":
    main()
