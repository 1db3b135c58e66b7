"""A headless Chromium for tests, driven over its DevTools pipe: real clicks, real keys, pictures.

Nothing is installed for it: the protocol is JSON between NUL bytes on two file descriptors.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import select
import shutil
import signal
import time
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

GENEROUS = 60.0
_FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-pipe"),
)
_KEYS = {
    "ArrowLeft": 37,
    "ArrowRight": 39,
    "Home": 36,
    "End": 35,
    "Enter": 13,
    "Escape": 27,
    "Tab": 9,
}
_SHIFT = 8


def chromium_path() -> str:
    """Skips the test where there is no Chromium."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found is not None:
            return found
    pytest.skip("no Chromium on this machine: the page is not tested in a browser")


class Browser:
    """One page in one browser; ``events`` are the protocol's own, as they came."""

    def __init__(self, to_browser: int, from_browser: int) -> None:
        self._to, self._from = to_browser, from_browser
        self._rest = b""
        self._number = 0
        self._session: str | None = None
        self.events: list[dict[str, Any]] = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """A command of the protocol, and its result."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                result: dict[str, Any] = answer["result"]
                return result
            self.events.append(answer)

    def _next(self) -> dict[str, Any]:
        until = time.monotonic() + GENEROUS
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._from], [], [], max(until - time.monotonic(), 0))
            assert ready, "Chromium says nothing"
            data = os.read(self._from, 1 << 20)
            assert data, "Chromium has ended"
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        return message

    def open(self, path: Path, words: str = "") -> None:
        """Open a page, and wait until it stands."""
        self.ask("Page.navigate", url="about:blank")
        self.events.clear()
        self.ask("Page.navigate", url=f"{path.as_uri()}{words}")
        self.until("document.documentElement?.dataset.ready === 'yes'")

    def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        result = self.ask("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in result, result["exceptionDetails"]
        return result["result"].get("value")

    def until(self, script: str) -> None:
        """Wait until an expression is true."""
        until = time.monotonic() + GENEROUS
        while not self.run(script):
            late = time.monotonic() > until
            thrown = self.named("Runtime.exceptionThrown") if late else []
            assert not late, f"never came true: {script}\n{thrown}\n{self.text('body')}"
            time.sleep(0.02)

    def text(self, selector: str) -> str:
        """What a person reads in an element."""
        shown = self.run(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''")
        return str(shown)

    def click(self, selector: str) -> None:
        """A click of the mouse in the middle of an element, once it is there."""
        self.until(f"document.querySelector({json.dumps(selector)}) !== null")
        place = self.run(
            f"(() => {{ const element = document.querySelector({json.dumps(selector)});"
            " element.scrollIntoView({block: 'nearest', inline: 'nearest'});"
            " const box = element.getBoundingClientRect();"
            " return [box.x + box.width / 2, box.y + box.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.ask(
                "Input.dispatchMouseEvent",
                type=kind,
                x=place[0],
                y=place[1],
                button="left",
                clickCount=1,
            )

    def press(self, key: str) -> None:
        """A key: a character, or a name such as ``ArrowLeft`` or ``shift+ArrowLeft``."""
        held, _, name = key.rpartition("+") if len(key) > 1 else ("", "", key)
        text = {"text": name} if len(name) == 1 else {}
        code = _KEYS.get(name, ord(name[0].upper()))
        shared = {"key": name, "windowsVirtualKeyCode": code}
        shared["modifiers"] = _SHIFT if held == "shift" else 0
        self.ask("Input.dispatchKeyEvent", type="keyDown", **shared, **text)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **shared)

    def look(self, width: int, height: int, scheme: str = "light") -> None:
        """The size of the window, and the colours that the system prefers."""
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.ask("Emulation.setEmulatedMedia", features=[feature])

    def picture(self) -> bytes:
        return b64decode(self.ask("Page.captureScreenshot", format="png")["data"])

    def named(self, method: str) -> list[dict[str, Any]]:
        """The parameters of the events of a name since the page was opened."""
        return [each["params"] for each in self.events if each.get("method") == method]


@contextlib.contextmanager
def running_browser(folder: Path) -> Iterator[Browser]:
    """A browser of its own, with an empty profile below ``folder``."""
    path = chromium_path()
    from_us, to_browser = _high_pipe()
    from_browser, from_them = _high_pipe()
    process = os.posix_spawn(
        path,
        [path, *_FLAGS, f"--user-data-dir={folder / 'profile'}", "about:blank"],
        os.environ,
        file_actions=[
            (os.POSIX_SPAWN_DUP2, from_us, 3),
            (os.POSIX_SPAWN_DUP2, from_them, 4),
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
        ],
        setpgroup=0,
    )
    os.close(from_us)
    os.close(from_them)
    try:
        yield Browser(to_browser, from_browser)
    finally:
        os.close(to_browser)
        os.close(from_browser)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)
        os.waitpid(process, 0)


def _high_pipe() -> tuple[int, int]:
    """A pipe whose ends are not in the way of the numbers 3 and 4."""
    ends = os.pipe()
    high = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in ends]
    for end in ends:
        os.close(end)
    return high[0], high[1]
