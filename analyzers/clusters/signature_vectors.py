"""Signatures as vectors whose cosine says how alike two failures are: their meaning, and how they open."""

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from analyzers.clusters.opening import CODE_DIMENSION, opening, opening_code
from analyzers.signatures import Signature

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# A row of length 1 a text.
Embed: TypeAlias = Callable[[Sequence[str]], "NDArray[np.float32]"]

# Against 1 for the text vector. With the default cut of 0.3, signatures that open alike share a group from a text
# cosine of about 0.64 on, others from about 0.84 on.
OPENING_WEIGHT = 0.2
_PLACEHOLDER = re.compile(r"<(\w+)>")


def signature_text(value: Signature) -> str:
    """Return what is embedded of a signature: its error class and its masked message, placeholders as plain words."""
    # A text model reads "<n>" as three tokens and "n" as one: a third less work, and no worse.
    message = _PLACEHOLDER.sub(r"\1", value.message)
    return f"{value.error_class}: {message}" if value.error_class else message


def signature_vectors(signatures: Sequence[Signature], embed: Embed) -> "NDArray[np.float32]":
    """Return a vector a signature; it depends on that signature alone, not on the others.

    Their cosine is (text cosine + 0.2 same opening) / 1.2. Each distinct text is embedded once.

    Shapes: n x (d + 256) for d-wide text vectors, unit rows.
    Raises: ValueError when `embed` gives other than one finite row a text.
    """
    import numpy as np

    texts = sorted({signature_text(each) for each in signatures})
    if not texts:
        return np.zeros((0, CODE_DIMENSION), np.float32)
    rows = embed(texts)
    if rows.ndim != 2 or len(rows) != len(texts) or not np.isfinite(rows).all():
        raise ValueError(f"the embedder gave an array of shape {rows.shape} for {len(texts)} texts, or not finite")
    row_of = {text: row for row, text in enumerate(texts)}
    codes = [opening_code(opening(each.message)) for each in signatures]
    out = np.empty((len(signatures), rows.shape[1] + CODE_DIMENSION), np.float32)
    out[:, : rows.shape[1]] = rows[[row_of[signature_text(each)] for each in signatures]]
    out[:, rows.shape[1] :] = np.stack(codes) * np.float32(OPENING_WEIGHT**0.5)
    out /= np.float32((1.0 + OPENING_WEIGHT) ** 0.5)
    return out
