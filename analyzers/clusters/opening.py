"""The opening clause of a message: what systems write first is the kind of failure, the detail comes after."""

import hashlib
import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# "Error" or "Tool call failed" opens any message: an opening goes on until it has this many words.
OPENING_WORDS = 4
CODE_DIMENSION = 256

_CLAUSE_END = re.compile(r"(?<=[\w>)\]])[.:;,] ")
_PLACEHOLDER = re.compile(r"<\w+>")
_WORD = re.compile(r"[^\W\d_]+")
_PUNCTUATION = re.compile(r"[^\w<>]+")


def opening(message: str) -> str:
    """Return the first clauses of a masked message, as many as give four words, in lower case, unpunctuated."""
    kept: list[str] = []
    words = 0
    for clause in _CLAUSE_END.split(message):
        kept.append(clause)
        words += len(_WORD.findall(_PLACEHOLDER.sub(" ", clause)))
        if words >= OPENING_WORDS:
            break
    return _PUNCTUATION.sub(" ", " ".join(kept)).strip().lower()


@lru_cache(4096)
def opening_code(text: str) -> "NDArray[np.float32]":
    """Return a unit vector that stands for the opening `text`: equal openings 1, others about 0 (spread 0.06).

    Shapes: 256. Source: the bits of SHA-256 as signs; two random sign vectors are nearly orthogonal.
    """
    import numpy as np

    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    bits = np.unpackbits(np.frombuffer(digest, np.uint8)).astype(np.float32)
    code: NDArray[np.float32] = (bits * 2.0 - 1.0) / np.float32(CODE_DIMENSION**0.5)
    code.flags.writeable = False
    return code
