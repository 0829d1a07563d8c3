"""What an index is made of. Two indexes with one contract give the same answers; a query under another is refused."""

from dataclasses import asdict, dataclass, fields
from pathlib import Path

from runtime.contracts.json_types import JsonObject, content_hash
from runtime.retrieval.embedder import EmbedderContract
from runtime.retrieval.errors import IndexContractError

NO_MODEL = "none"


@dataclass(frozen=True)
class IndexContract:
    """`n` counts passages. `corpus_sha256` is of everything in them that is searched or cited.

    `image` names the image vectors that take part in the ranking, "none" without them. `search` is flat or shortlist.
    """

    model: str
    model_sha256: str
    dimension: int
    max_tokens: int
    normalization: str
    metric: str
    chunker: str
    tokenizer: str
    k1: float
    b: float
    corpus_sha256: str
    n: int
    image: str = NO_MODEL

    @property
    def key(self) -> str:
        """The name of the index's folder: 16 hex digits."""
        return content_hash(self.to_json(), 16)

    def to_json(self) -> JsonObject:
        """Return every field."""
        return asdict(self)

    def check(self, stored: JsonObject, where: Path | str) -> None:
        """Raises: IndexContractError naming every field in which `stored` differs."""
        wanted = self.to_json()
        wrong = [name for name in wanted | stored if stored.get(name) != wanted.get(name)]
        if wrong:
            told = "; ".join(f"{name} is {_short(stored.get(name))}, not {_short(wanted.get(name))}" for name in wrong)
            raise IndexContractError(f"{where}: made under another contract: {told}; remove it, then search again")


def check_embedder(contract: IndexContract, embedder: EmbedderContract) -> None:
    """Raises: IndexContractError naming the fields in which a query's vectors would differ from the index's."""
    mine = {field.name: getattr(contract, field.name) for field in fields(EmbedderContract)}
    other = asdict(embedder)
    wrong = [name for name in mine if mine[name] != other[name]]
    if wrong:
        told = "; ".join(f"{name} is {_short(other[name])}, the index has {_short(mine[name])}" for name in wrong)
        raise IndexContractError(f"the query's vectors are of another kind: {told}; use the index's own model")


def _short(value: object) -> str:
    text = str(value)
    return f"{text[:12]}.." if len(text) > 40 else text
