from __future__ import annotations

import pytest

from wirelab.session.inspection import Inspection
from wirelab.session.traffic_again import traffic_of
from wirelab.wire.framing import Framing
from wirelab.wire.traffic import End, Ending, Read, Request, Response, Traffic

HEADERS = (("content-type", "text/event-stream"),)


def exchange(*reads: tuple[bytes, float | None]) -> list[Traffic]:
    return [
        Request("POST", "http://h.test", (), b"{}", 0.0),
        Response(200, HEADERS, 1.0),
        *(Read(data, at_ms) for data, at_ms in reads),
        End(Ending.RESET, "gone", 99.0),
    ]


@pytest.mark.parametrize(
    "traffic",
    [
        exchange((b"data: 1\n\ndata: 2\n\n", 2.0), (b": hm\n\nstray\n\n", 3.0)),
        exchange((b"data: 1\n", 2.0), (b"\ndata: 2\n\n", 2.0), (b"data: cut", 3.0)),
        exchange((b"data: 1\n\n", None), (b"data: 2\n\n", None)),
        exchange() + exchange((b"data: 1\n\n", 2.0)),
        exchange((b"data: 1\n\nda", 2.0), (b"ta: 2\n", 3.0), (b"\n", 4.0)),
    ],
    ids=["joined", "cut", "no-times", "two", "thrice"],
)
def test_a_session_tells_its_traffic_again(traffic: list[Traffic]) -> None:
    inspection, framing = Inspection(), Framing()
    for each in traffic:
        for arrival in framing.take(each):
            inspection.take(arrival)
    again = list(traffic_of(inspection.session))
    assert [type(each) for each in again] == [type(each) for each in traffic]
    data = [each.data for each in traffic if isinstance(each, Read)]
    assert [each.data for each in again if isinstance(each, Read)] == data
    assert again[-1] == traffic[-1]
