"""A program in a real pseudo-terminal: keys in, what it paints out, and how long that took."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

_CHUNK = 65536


class Terminal:
    """One program in a terminal of so many columns and lines; leave it with ``close``."""

    def __init__(self, argv: list[str], columns: int = 120, lines: int = 40) -> None:
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            os.environ |= {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
            os.execvp(argv[0], argv)
        self.begun = time.perf_counter()
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def press(self, key: bytes) -> float:
        """Send a key; returns when."""
        at = time.perf_counter()
        os.write(self._fd, key)
        return at

    def until(self, said: str, timeout_s: float = 120) -> float:
        """Read what is painted until it holds a text; returns when. Raises TimeoutError."""
        wanted, seen, deadline = said.encode(), b"", time.perf_counter() + timeout_s
        while wanted not in seen:
            seen = seen[-len(wanted) :] + self._read(deadline - time.perf_counter())
            if time.perf_counter() > deadline:
                raise TimeoutError(f"{said!r} was not painted in {timeout_s} s")
        return time.perf_counter()

    def answer_s(self, key: bytes, said: str, timeout_s: float = 30) -> float:
        """Seconds from a key to a text it leads to, less those for which the program was ready to
        run and another one ran: what a machine without others would take."""
        waited, at = self.waited_s, self.press(key)
        return max(self.until(said, timeout_s) - at - (self.waited_s - waited), 0.0)

    def painted_s(self, key: bytes, timeout_s: float = 30) -> float:
        """Seconds from a key to the first of what is painted after it, reckoned likewise."""
        self.drain(0.3)
        waited, at = self.waited_s, self.press(key)
        self._read(timeout_s)
        return max(time.perf_counter() - at - (self.waited_s - waited), 0.0)

    def drain(self, seconds: float) -> int:
        """Read for so long; returns how many bytes were painted."""
        deadline, count = time.perf_counter() + seconds, 0
        while (left := deadline - time.perf_counter()) > 0:
            count += len(self._read(left))
        return count

    @property
    def memory(self) -> int:
        """Bytes the program has in memory now."""
        with open(f"/proc/{self.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    @property
    def cpu_s(self) -> float:
        """Seconds of processor time its main thread has used."""
        return _scheduled(self.pid, 0)

    @property
    def waited_s(self) -> float:
        """Seconds its main thread was ready to run and did not."""
        return waited_s(self.pid)

    def hang_up(self) -> None:
        """Close the terminal under the program."""
        os.close(self._fd)
        self._fd = -1

    def ended(self, timeout_s: float = 60) -> tuple[int, str]:
        """Wait until the program has ended by itself; returns its exit code, negative for a
        signal, and all it painted until then."""
        painted, deadline = b"", time.perf_counter() + timeout_s
        while time.perf_counter() < deadline:
            painted += self._painted(0.02)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.pid = 0
                painted += self._painted(0.02)
                return os.waitstatus_to_exitcode(status), painted.decode("utf-8", "replace")
        raise TimeoutError(f"it has not ended in {timeout_s} s")

    def _painted(self, timeout_s: float) -> bytes:
        if self._fd < 0:
            time.sleep(timeout_s)
            return b""
        try:
            return self._read(timeout_s)
        except TimeoutError:  # the program has closed its end
            time.sleep(timeout_s)
            return b""

    def close(self) -> None:
        """End the program, where it has not ended."""
        if self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        if self._fd >= 0:
            os.close(self._fd)

    def _read(self, timeout_s: float) -> bytes:
        ready, _, _ = select.select([self._fd], [], [], max(timeout_s, 0))
        try:
            return os.read(self._fd, _CHUNK) if ready else b""
        except OSError:
            raise TimeoutError("the program has ended") from None


def waited_s(pid: int | str) -> float:
    """Seconds the main thread of a process was ready to run and another one ran."""
    return _scheduled(pid, 1)


def _scheduled(pid: int | str, field: int) -> float:
    with open(f"/proc/{pid}/schedstat", encoding="ascii") as file:
        return int(file.read().split()[field]) / 1e9
