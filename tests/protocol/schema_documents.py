"""Documents for a JSON Schema: strategies for valid ones, and for valid ones gone wrong.

Reads any schema of the shape that AG-UI's have (refs into ``$defs``, composition by ``allOf``,
``oneOf`` of objects), so that ours and the reference can each bring forth documents for the other.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterable, Iterator
from typing import Any

from hypothesis import strategies as st

Node = dict[str, Any]

TEXTS = st.sampled_from(
    ["", "a", "m-1", "tool", "user", "text", "\n", "é\u2028", "😀", "null", "1"]
)
POINTERS = st.one_of(
    st.sampled_from(["", "/", "//", "/a", "/a/0", "/a~0b~1c", "/\n", "/a\n", "/é😀\u2028"]),
    st.lists(st.sampled_from(["a", "~0", "~1", "", "0", "-", " "])).map(
        lambda parts: "".join("/" + part for part in parts)
    ),
)
SCALARS = st.sampled_from([None, True, False, 0, 1, -1, 1.5, "", "a", 2**53, 1e300])
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXTS, inner, max_size=2),
    max_leaves=4,
)
ODD_VALUES: tuple[Any, ...] = (
    *(None, True, False, [], {}, [None], [[]], {"type": "text"}, {"op": "add"}, {"role": "user"}),
    *(0, 1, 1.0, -1, 1.5, -0.0, 2**53 - 1, 2**53, -(2**53), 1 - 2**53, 2**64, 10**30, 1e300),
    *(float(2**53), float(2**53 - 1), "", "a", "\n", "/", "/~", "/~2", "/a\n", "~0", "/~\n"),
)
_ABSENT = object()
STRANGE_NAMES = ("foo", "message_id", "__proto__", "", "Type", "content")


class Documents:
    """The strategies for one schema."""

    def __init__(self, schema: Node) -> None:
        self._defs: dict[str, Node] = schema["$defs"]
        self._valid: dict[str, st.SearchStrategy[Any]] = {}
        self.names = sorted(
            {name for node in self._defs.values() for name in node.get("properties", {})}
        )
        self.words = sorted(
            {
                value
                for node in self._defs.values()
                for item in (node, *node.get("properties", {}).values())
                for value in (item.get("const"), *item.get("enum", ()))
                if value is not None
            }
        )

    def valid(self, definition: str) -> st.SearchStrategy[Any]:
        """Documents that fit a definition."""
        if definition not in self._valid:
            self._valid[definition] = self._for(self._defs[definition])
        return self._valid[definition]

    def near(self, definition: str) -> st.SearchStrategy[Any]:
        """Documents that fit, and such with one or two things changed."""
        seeds = st.none() | st.integers(0, 2**32)
        return st.builds(self._changed, self.valid(definition), seeds)

    def around(self, definition: str) -> st.SearchStrategy[list[Any]]:
        """A document that fits, and five that are one or two changes away from it."""
        seeds = st.integers(0, 2**32)
        return st.builds(
            lambda document, seed: [
                document,
                *(self._changed(document, seed + number) for number in range(5)),
            ],
            self.valid(definition),
            seeds,
        )

    def every_change(self, definition: str) -> Iterator[Any]:
        """The fullest documents, and all that are one change away from them.

        The documents are changed in place: look at each one before asking for the next.
        """
        strange = [*ODD_VALUES, *self.words, *self._members_of_unions()]
        for document in self._fullest(self._defs[definition]):
            holder = [document]
            for container, key in list(_places(holder)):
                yield from _with_each(container, key, strange, holder)
                if isinstance(container, dict):
                    yield from _without(container, key, holder)
            if isinstance(document, dict):
                for name in (*self.names, *STRANGE_NAMES):
                    yield from _with_each(document, name, ("a", None), holder)

    def _members_of_unions(self) -> list[Any]:
        unions = [node for node in self._defs.values() if "oneOf" in node]
        return [self._fullest(branch)[0] for union in unions for branch in union["oneOf"]]

    def _fullest(self, node: Node) -> list[Any]:
        """Documents with every member; one for each branch of a union and value of an enum."""
        while "$ref" in node and "not" not in node:
            node = self._defs[node["$ref"].rpartition("/")[2]]
        if "oneOf" in node:
            return [document for branch in node["oneOf"] for document in self._fullest(branch)[:1]]
        if "const" in node or "enum" in node:
            return [node["const"]] if "const" in node else list(node["enum"])
        kind = node.get("type", "any")
        if kind == "array":
            return [self._fullest(node["items"])]
        if kind == "object":
            members, _ = self._members(node)
            return [{name: self._fullest(member)[0] for name, member in members.items()}]
        simple = {"string": "", "integer": 1, "boolean": True, "any": {"a": 1}}
        return [simple["string" if isinstance(kind, list) else kind]]

    def _for(self, node: Node) -> st.SearchStrategy[Any]:
        if "$ref" in node and "not" not in node:
            name = node["$ref"].rpartition("/")[2].removeprefix("#")
            return st.deferred(lambda: self.valid(name))
        if "oneOf" in node:
            return st.one_of([self._for(branch) for branch in node["oneOf"]])
        if "const" in node:
            return st.just(node["const"])
        if "enum" in node:
            return st.sampled_from(node["enum"])
        kind = node.get("type")
        if kind is None:
            return ANYTHING.filter(lambda value: value is not None) if "not" in node else ANYTHING
        if isinstance(kind, list):
            return st.one_of([self._for({**node, "type": one}) for one in kind])
        return self._of_type(kind, node)

    def _of_type(self, kind: str, node: Node) -> st.SearchStrategy[Any]:
        if kind == "string":
            return POINTERS if "pattern" in node or "not" in node else TEXTS
        if kind == "integer":
            numbers = st.integers(node["minimum"], node["maximum"])
            return numbers | st.sampled_from([0, 1.0, node["maximum"], float(node["maximum"])])
        if kind == "boolean":
            return st.booleans()
        if kind == "array":
            least = node.get("minItems", 0)
            return st.lists(self._for(node["items"]), min_size=least, max_size=least + 2)
        members, required = self._members(node)
        if not members:
            return st.dictionaries(TEXTS, ANYTHING, max_size=2)
        strategies = {name: self._for(member) for name, member in members.items()}
        return st.fixed_dictionaries(
            {name: strategies[name] for name in required},
            optional={name: each for name, each in strategies.items() if name not in required},
        )

    def _members(self, node: Node) -> tuple[dict[str, Node], set[str]]:
        members: dict[str, Node] = {}
        required = set(node.get("required", ()))
        for part in node.get("allOf", ()):
            name = part["$ref"].rpartition("/")[2].removeprefix("#")
            theirs, needed = self._members(self._defs[name])
            members |= theirs
            required |= needed
        return members | node.get("properties", {}), required

    def _changed(self, document: Any, seed: int | None) -> Any:
        root = [copy.deepcopy(document)]
        dice = random.Random(seed)
        for _ in range(0 if seed is None else dice.choice((1, 1, 2))):
            self._change(root, dice)
        return root[0]

    def _change(self, root: list[Any], dice: random.Random) -> None:
        container, key = dice.choice(list(_places(root)))
        value = copy.copy(dice.choice(dice.choice((ODD_VALUES, ODD_VALUES, self.words))))
        name = dice.choice((*self.names, *STRANGE_NAMES))
        what = dice.choice(("put", "put", "leave out", "add"))
        if what == "put" or (container is root and not isinstance(root[0], dict)):
            container[key] = value
        elif what == "leave out" and container is not root:
            del container[key]
        elif isinstance(container[key], dict):
            container[key][name] = value
        elif isinstance(container, dict):
            container[name] = value


def _places(container: Any) -> Iterator[tuple[Any, Any]]:
    keys = list(container) if isinstance(container, dict) else range(len(container))
    for key in keys:
        yield container, key
        if isinstance(container[key], (dict, list)):
            yield from _places(container[key])


def _with_each(container: Any, key: Any, values: Iterable[Any], holder: list[Any]) -> Iterator[Any]:
    before = container.get(key, _ABSENT) if isinstance(container, dict) else container[key]
    for value in values:
        container[key] = value
        yield holder[0]
    if before is _ABSENT:
        del container[key]
    else:
        container[key] = before


def _without(container: dict[str, Any], key: str, holder: list[Any]) -> Iterator[Any]:
    before = dict(container)
    del container[key]
    yield holder[0]
    container.clear()
    container.update(before)
