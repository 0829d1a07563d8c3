"""Teaching cards: the short texts the local index is made of, one YAML file an area."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from runtime.contracts.errors import RuleError, SampleError
from runtime.contracts.json_types import content_hash
from runtime.contracts.sample import Frozen
from runtime.retrieval.passage import VERSION_DIGITS, Passage
from runtime.rules.read_yaml import read_yaml

MAX_FILE_BYTES = 512 * 1024
MAX_DEPTH = 6


class CardSource(Frozen):
    """The work a card is drawn from."""

    reference: str = Field(min_length=3, max_length=600)
    url: str = Field(default="", max_length=400)


class Card(Frozen):
    """One fact or skill. `id` is what a passage is cited by."""

    id: str = Field(min_length=3, max_length=80, pattern=r"^[a-z0-9]+(?:[.-][a-z0-9]+)*$")
    title: str = Field(min_length=3, max_length=160)
    text: str = Field(min_length=20, max_length=2000)
    tags: tuple[str, ...] = ()
    source: CardSource


class CardFile(Frozen):
    """What one file holds."""

    schema_: Literal[1] = Field(alias="schema")
    cards: tuple[Card, ...] = Field(min_length=1)


def card_passage(card: Card) -> Passage:
    """Return the card as a passage: whole, cited by its id."""
    return Passage(
        citation=card.id,
        title=card.title,
        text=card.text,
        tags=card.tags,
        source=f"{card.source.reference} {card.source.url}".strip(),
        version=content_hash(card.model_dump(mode="json"), VERSION_DIGITS),
    )


def read_card_file(path: Path) -> Sequence[Card]:
    """Return the cards of one file. Raises: SampleError with file, field and problem."""
    try:
        document = read_yaml(path.read_bytes(), str(path), max_bytes=MAX_FILE_BYTES, max_depth=MAX_DEPTH)
        return CardFile.model_validate(document).cards
    except OSError as exc:
        raise SampleError(f"{path}: cannot be read ({exc.strerror}); check its permissions") from exc
    except RuleError as exc:
        raise SampleError(str(exc)) from exc
    except ValidationError as exc:
        first = exc.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "file"
        raise SampleError(f"{path}: {where}: {first['msg']}; see the README beside the cards") from exc
