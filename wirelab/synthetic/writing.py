"""What a step of a scenario writes: as much of it as can be is encoded when the scenario is loaded.

An event becomes the bytes between its placeholders; a run only fills these. One whose very members
depend on the input (``omit``, a spread object) is encoded anew for each run. All three write what
``encode_event`` writes for the filled payload.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from wirelab.synthetic.placeholders import OMIT, SPREAD, Placeholder, as_text, fill, parse_text
from wirelab.wire.sse_encoder import canonical_json, encode_event

if TYPE_CHECKING:
    from wirelab.synthetic.scene import Scene
    from wirelab.synthetic.text_split import Split


class Writing(Protocol):
    """The writes of a step, in a scene."""

    def writes(self, scene: Scene) -> Iterable[bytes]: ...


@dataclass(slots=True, frozen=True)
class Fixed:
    """The same in every run."""

    data: tuple[bytes, ...]

    def writes(self, scene: Scene) -> Iterable[bytes]:
        return self.data


class _Hole(NamedTuple):
    """A placeholder between encoded bytes; ``inside`` a longer text it is written without quotes.

    key: the same for holes that are filled alike.
    """

    placeholder: Placeholder
    inside: bool
    key: str

    def encoded(self, scene: Scene) -> bytes:
        value = self.placeholder.value(scene)
        text = canonical_json(as_text(value))[1:-1] if self.inside else canonical_json(value)
        return text.encode()


_Part: TypeAlias = bytes | _Hole


@dataclass(slots=True)
class Form:
    """Bytes with a ``%b`` for each hole. Within a run, what fills holes alike is encoded once."""

    text: bytes
    holes: tuple[_Hole, ...] = ()
    _keys: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        self._keys = tuple(hole.key for hole in self.holes)

    @classmethod
    def of_bytes(cls, data: bytes) -> Form:
        """These bytes, without a hole."""
        return cls(data.replace(b"%", b"%%"))

    def filled(self, scene: Scene) -> bytes:
        known = scene.encoded
        try:
            return self.text % tuple(map(known.__getitem__, self._keys))
        except KeyError:
            for hole in self.holes:
                if hole.key not in known:
                    known[hole.key] = hole.encoded(scene)
        return self.text % tuple(map(known.__getitem__, self._keys))


@dataclass(slots=True, frozen=True)
class Templates:
    """Events with holes, one a write."""

    events: tuple[Form, ...]

    def writes(self, scene: Scene) -> list[bytes]:
        return [event.filled(scene) for event in self.events]


@dataclass(slots=True, frozen=True)
class Filled:
    """An event whose members the input decides; split: how its ``delta`` is spread."""

    payload: dict[str, Any]
    split: Split | None = None

    def writes(self, scene: Scene) -> Iterator[bytes]:
        payload = fill(self.payload, scene)
        delta = payload.get("delta")
        pieces: list[str] = []
        if self.split is not None and isinstance(delta, str):
            pieces = self.split.pieces(delta)
        for piece in pieces:
            yield encode_event(payload | {"delta": piece})
        if not pieces:
            yield encode_event(payload)


def writing_of(payload: dict[str, Any], split: Split | None, *, varies: bool) -> Writing:
    """The writing of an event. varies: whether filling it changes it. Raises LineError."""
    if split is not None and "{{" in payload["delta"]:
        return Filled(payload, split)
    pieces = split.pieces(payload["delta"]) if split is not None else []
    events = [payload | {"delta": piece} for piece in pieces] or [payload]
    if not varies:
        return Fixed(tuple(map(encode_event, events)))
    try:
        return Templates(tuple(map(_form_of, events)))
    except _NeedsItsMembersError:
        return Filled(payload, split)


class _NeedsItsMembersError(Exception):
    """Which members there are is not known before the run."""


def _event_parts(payload: dict[str, Any]) -> Iterator[_Part]:
    yield b"data: "
    yield from _parts(payload)
    yield b"\n\n"


def _parts(value: Any) -> Iterator[_Part]:
    if isinstance(value, dict):
        yield from _object_parts(value)
    elif isinstance(value, list):
        for at, item in enumerate(value):
            yield b"," if at else b"["
            yield from _parts(item)
        yield b"]" if value else b"[]"
    elif isinstance(value, str):
        yield from _text_parts(value)
    else:
        yield canonical_json(value).encode()


def _object_parts(value: dict[str, Any]) -> Iterator[_Part]:
    if SPREAD in value:
        raise _NeedsItsMembersError
    for at, (name, item) in enumerate(value.items()):
        yield (b"," if at else b"{") + canonical_json(name).encode() + b":"
        yield from _parts(item)
    yield b"}" if value else b"{}"


def _text_parts(text: str) -> Iterator[_Part]:
    parts = parse_text(text)
    if len(parts) == 1 and isinstance(whole := parts[0], Placeholder):
        if whole.fallback is OMIT:
            raise _NeedsItsMembersError
        yield _Hole(whole, False, f"whole {whole.text}")
        return
    yield b'"'
    for part in parts:
        if isinstance(part, str):
            yield canonical_json(part)[1:-1].encode()
        else:
            yield _Hole(part, True, f"inside {part.text}")
    yield b'"'


def _form_of(payload: dict[str, Any]) -> Form:
    """Raises _NeedsItsMembersError."""
    parts = list(_event_parts(payload))
    texts = (b"%b" if isinstance(part, _Hole) else part.replace(b"%", b"%%") for part in parts)
    return Form(b"".join(texts), tuple(part for part in parts if isinstance(part, _Hole)))
