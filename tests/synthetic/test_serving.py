"""Starting and stopping the agent."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys

import httpx
import pytest

from wirelab.errors import WirelabError
from wirelab.synthetic.serving import running_agent, serve

SERVE = """
import sys
from wirelab.synthetic.serving import serve
try:
    serve(port=0, bound=lambda url: print(url, flush=True))
except KeyboardInterrupt:
    sys.exit(130)
"""


def test_a_port_that_is_taken_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(WirelabError) as failure:
            serve(port=port, bound=lambda url: pytest.fail(url))
    assert failure.value.exit_code == 3
    assert str(failure.value) == (
        f"cannot listen on 127.0.0.1 port {port}: the port is taken; "
        "choose another with --port, or 0 for any that is free"
    )


@pytest.mark.parametrize(
    ("host", "port", "says"),
    [("127.0.0.1", 70_000, "0 to 65535"), ("no-such-host.invalid", 0, "no such host")],
)
def test_where_nobody_can_listen(host: str, port: int, says: str) -> None:
    with pytest.raises(WirelabError, match=says):
        serve(host, port, bound=lambda url: pytest.fail(url))


def test_an_agent_that_has_stopped_is_gone_and_leaves_its_port() -> None:
    with running_agent() as url:
        assert httpx.get(f"{url}/health").status_code == 200
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{url}/health")
    with running_agent(port=int(url.rsplit(":", 1)[1])) as again:
        assert again == url


@pytest.mark.parametrize("interrupt", [signal.SIGINT, signal.SIGTERM])
def test_served_until_a_signal(interrupt: signal.Signals) -> None:
    server = subprocess.Popen(
        [sys.executable, "-c", SERVE], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    url = server.stdout.readline().strip()
    try:
        assert httpx.get(f"{url}/health").status_code == 200
        server.send_signal(interrupt)
        _, errors = server.communicate(timeout=5)
    finally:
        server.kill()
    assert server.returncode == (130 if interrupt is signal.SIGINT else -signal.SIGTERM)
    assert errors == ""


@pytest.mark.skipif(not socket.has_ipv6 or not os.path.exists("/proc/net/if_inet6"), reason="no v6")
def test_a_numeric_ipv6_host() -> None:
    with pytest.raises(StopIteration) as stop:
        serve("::1", 0, bound=_raise_stop)
    assert str(stop.value).startswith("http://[::1]:")


def _raise_stop(url: str) -> None:
    raise StopIteration(url)
