"""Records with something wrong in them, made from sound ones."""

import copy
from collections.abc import Iterator

from hypothesis import strategies as st

from runtime.contracts.json_types import JsonObject

_JUNK: tuple[object, ...] = (
    None, True, -1, 0, 10**30, float("nan"), float("inf"), "", "text", "{", "[]", '{"a": [', "\ud800", "9" * 400,
    [], [[]], [None], {}, {"role": 3}, {"": ""}, {"message": None}, [{"message": {"message": []}}],
    {"kwargs": [], "id": []},
)  # fmt: skip


def damaged(sound: JsonObject) -> st.SearchStrategy[JsonObject]:
    """Return records like `sound` in which up to four places hold something else, or nothing."""
    places = list(_places(sound))

    @st.composite
    def build(draw: st.DrawFn) -> JsonObject:
        value = copy.deepcopy(sound)
        for _ in range(draw(st.integers(1, 4))):
            path = draw(st.sampled_from(places))
            _put(value, path, copy.deepcopy(draw(st.sampled_from(_JUNK))), is_removed=draw(st.integers(0, 5)) == 0)
        return value

    return build()


def _places(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if path:
        yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _places(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _places(item, (*path, index))


def _put(value: object, path: tuple[str | int, ...], new: object, is_removed: bool) -> None:
    here = value
    for name in path[:-1]:
        try:
            here = here[name]  # type: ignore[index]
        except (KeyError, IndexError, TypeError):
            return  # an earlier change took this place away
    if isinstance(here, dict) and is_removed:
        here.pop(path[-1], None)
    elif isinstance(here, dict) or (isinstance(here, list) and isinstance(path[-1], int) and path[-1] < len(here)):
        here[path[-1]] = new  # type: ignore[index]
