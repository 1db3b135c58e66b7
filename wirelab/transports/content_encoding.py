"""Bodies that come compressed although ``identity`` was asked for: gzip and deflate undone.

Invariant: a piece handed on is at most ``MAX_PIECE`` bytes, whatever it was packed into.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

MAX_PIECE = 64 * 1024
Decode: TypeAlias = Callable[[bytes], Iterable[bytes]]


class EncodingError(ValueError):
    """The bytes are not what Content-Encoding says; the text is the sentence to show."""


def decoder_for(content_encoding: str) -> Decode:
    """What turns a body's reads into its bytes; encodings it does not know pass as they are."""
    name = content_encoding.strip().lower()
    if name in ("gzip", "x-gzip"):
        return _Inflation(name, (zlib.MAX_WBITS | 32,))
    if name == "deflate":
        return _Inflation(name, (zlib.MAX_WBITS, -zlib.MAX_WBITS))
    return lambda data: (data,) if data else ()


class _Inflation:
    """One body's decompression. ``deflate`` comes with and without its wrapper: both are tried."""

    def __init__(self, name: str, windows: tuple[int, ...]) -> None:
        self._name = name
        self._fallbacks = list(windows[1:])
        self._stream = zlib.decompressobj(windows[0])
        self._begun = False

    def __call__(self, data: bytes) -> Iterator[bytes]:
        while data:
            piece = self._inflate(data)
            if piece:
                yield piece
            elif self._stream.eof or not self._stream.unconsumed_tail:
                return
            data = self._stream.unconsumed_tail

    def _inflate(self, data: bytes) -> bytes:
        try:
            piece = self._stream.decompress(data, MAX_PIECE)
        except zlib.error as error:
            if not self._begun and self._fallbacks:
                self._stream = zlib.decompressobj(self._fallbacks.pop())
                return self._inflate(data)
            sentence = f"the body says Content-Encoding: {self._name} but is not ({error})"
            raise EncodingError(sentence) from None
        self._begun = True
        return piece
