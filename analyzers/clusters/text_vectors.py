"""Vectors of signatures, each text embedded once; those of stored medoids need no model at all."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from analyzers.clusters.signature_vectors import Embed, signature_text
from analyzers.signatures import Signature

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Embedding(NamedTuple):
    """An embedder and its name, which changes whenever its vectors would. Nothing is loaded until it is called."""

    name: str
    embed: Embed


class HasVector(Protocol):
    """A cluster whose medoid's vector was kept (as float32 bytes; empty where it was not)."""

    @property
    def medoid(self) -> Signature:
        """Whose vector it is."""
        ...

    @property
    def vector(self) -> bytes:
        """The vector."""
        ...


class TextVectors:
    """Vectors by text. Call it like an embedder: what is known is not embedded again."""

    def __init__(self, embed: Embed, known: Iterable[HasVector] = ()) -> None:
        import numpy as np

        self._embed = embed
        self._known: dict[str, NDArray[np.float32]] = {
            signature_text(cluster.medoid): np.frombuffer(cluster.vector, np.float32)
            for cluster in known
            if cluster.vector
        }

    def __call__(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """Return a row of length 1 a text, as the embedder would. Raises: ValueError for no text at all."""
        import numpy as np

        missing = sorted({text for text in texts if text not in self._known})
        if missing:
            self._known |= dict(zip(missing, self._embed(missing), strict=True))
        return np.stack([self._known[text] for text in texts])

    def bytes_of(self, key: Signature) -> bytes:
        """Return the vector of `key` as float32 bytes, empty when it was never needed."""
        vector = self._known.get(signature_text(key))
        return b"" if vector is None else vector.tobytes()
