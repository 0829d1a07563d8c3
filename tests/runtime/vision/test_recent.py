import pytest

from runtime.vision.recent import Recent


def test_the_last_used_are_kept_and_the_others_made_again() -> None:
    made: list[str] = []

    def get(key: str) -> bool:
        def make() -> str:
            made.append(key)
            return key.upper()

        value, is_remembered = recent.get_or_make(key, make)
        assert value == key.upper()
        return is_remembered

    recent: Recent[str] = Recent(2)
    assert [get(key) for key in ("a", "b", "a", "c", "a", "b")] == [False, False, True, False, True, False]
    assert made == ["a", "b", "c", "b"]
    assert len(recent) == 2


def test_what_fails_is_not_kept() -> None:
    recent: Recent[int] = Recent(1)
    with pytest.raises(ZeroDivisionError):
        recent.get_or_make("a", lambda: 1 // 0)
    assert recent.get_or_make("a", lambda: 7) == (7, False)


def test_a_memory_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Recent[int](0)
