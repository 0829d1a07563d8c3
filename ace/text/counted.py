"""A number with its noun."""


def counted(number: int, noun: str) -> str:
    """Return `1 episode`, `2 episodes`, `1,200 episodes`; `noun` takes an s."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
