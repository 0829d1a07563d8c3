"""What a draft's text may look like: a few plain sentences, with names that exist in backquotes."""

import re
from functools import lru_cache

from ace.curator.wording.vocabulary import Vocabulary
from ace.curator.wording.words_of import is_known, listed
from ace.playbook.exchange.unsafe_text import why_unsafe
from runtime.traces.redaction import redact_text

MAX_CHARS = 400
MAX_SENTENCES = 3
MAX_LETTERS = 20
MAX_NUMBER = 20
_END = re.compile(r"[.!?]+(?=\s|$)")
_QUOTED = re.compile(r"`([^`]*)`")
_SHAPES = (
    ("a URL", re.compile(r"://|\bwww\.|\bmailto:", re.IGNORECASE)),
    ("an e-mail address", re.compile(r"\S@\S")),
    ("markup", re.compile(r"[<>\[\]{}|\\~^*#=+$%&_]|!\(|``|\]\(")),
    ("a path or an address", re.compile(r"[A-Za-z0-9]\.[A-Za-z0-9]|/|^\.\w")),
    ("quoted words", re.compile("[\"“”«»„]|(?<!\\w)['‘]|['’](?!\\w)(?<!s['’])")),
)
# What may stand between words. Everything else that is no letter or digit is refused.
_ALLOWED = frozenset(" .,;:!?'’()-–—")
_NUMBER = re.compile(r"\d+")
_GLUED = re.compile(r"\d[^\W\d_]|[^\W\d_]\d")
_WITH_UNIT = re.compile(
    r"\d\s*(?:mg|mcg|µg|g|kg|ml|l|dl|mmol|iu|mmhg|cm|mm|percent|hours?|days?|weeks?|months?|years?|minutes?|seconds?"
    r"|tablets?|doses?|drops?|puffs?|units?)\b",
    re.IGNORECASE,
)
# How long something may be is no dose: "under 60 words".
_LENGTH = re.compile(r"\b\d{1,3}(?= (?:words|letters|sentences|lines)\b)")
_TOKEN = re.compile(r"[^\W\d_]+")
# Words people and models write in capitals to stress them.
_STRESSED = listed("""not never only always must do before after first until unless no and or if when any all""")


def why_malformed(text: str, vocabulary: Vocabulary, *, largest: int = MAX_NUMBER) -> str:
    """Return what the shape of `text` is refused for, "" when it is a few plain sentences.

    `largest`: the largest number that may be written outside of backquotes.
    """
    text = text.strip()
    if "\n\n" in text or len(text) > MAX_CHARS:
        return f"is longer than {MAX_CHARS} characters or has an empty line; say one thing"
    unsafe = why_unsafe(text) if len(text) >= 3 else "its text is too short"
    if unsafe:
        return unsafe.removeprefix("its text ")
    if redact_text(text) != text:
        return "holds what looks like a secret"
    bare, unknown = _without_names(text, vocabulary)
    if unknown:
        return f"names `{unknown[:40]}`, which is no action, tool or field of this agent; leave the backquotes out"
    if len(_END.findall(bare)) + (not bare.rstrip().endswith((".", "!", "?"))) > MAX_SENTENCES:
        return f"has more than {MAX_SENTENCES} sentences; say one thing"
    return _odd_piece(bare, largest) or _odd_word(bare, vocabulary)


def _without_names(text: str, vocabulary: Vocabulary) -> tuple[str, str]:
    """Return `text` with the names of actions, tools and fields taken out, and the first quoted name that is none."""
    lowered, pattern = _name_pattern(vocabulary.names)
    for quoted in _QUOTED.findall(text):
        if quoted.lower() not in lowered and not is_known(quoted, vocabulary.words):
            return text, quoted or "(nothing)"
    return pattern.sub("name", _QUOTED.sub(lambda match: match[1], text)), ""


@lru_cache(maxsize=16)
def _name_pattern(names: frozenset[str]) -> tuple[frozenset[str], re.Pattern[str]]:
    lowered = frozenset(name.lower() for name in names)
    longest_first = sorted((name for name in lowered if not name.isalpha()), key=lambda name: (-len(name), name))
    any_name = "|".join(map(re.escape, longest_first)) or r"(?!)"
    return lowered, re.compile(rf"(?<![\w.])(?:{any_name})(?!\w|\.\w)", re.IGNORECASE)


def _odd_piece(bare: str, largest: int) -> str:
    for kind, pattern in _SHAPES:
        if pattern.search(bare):
            return f"holds {kind}; write plain sentences"
    odd = next((char for char in bare if not char.isalnum() and not char.isspace() and char not in _ALLOWED), "")
    if odd:
        return f"holds the sign {odd!r}; write plain sentences"
    if _WITH_UNIT.search(bare):
        return "holds a number with a unit, as a dose has"
    if _GLUED.search(bare):
        return "holds a word with digits in it"
    bare = _LENGTH.sub("", bare)
    big = next((digits for digits in _NUMBER.findall(bare) if len(digits) > 4 or int(digits) > largest), "")
    return f"holds the number {big[:20]}; numbers up to {largest} are enough for a rule" if big else ""


def _odd_word(bare: str, vocabulary: Vocabulary) -> str:
    known = vocabulary.names | vocabulary.acronyms
    for word in _TOKEN.findall(bare):
        if len(word) > MAX_LETTERS:
            return f"holds a word of {len(word)} letters"
        if not word.isascii() and word.lower() not in vocabulary.words:
            return f"holds {word[:20]!a}, letters the vocabulary does not have"
        inner = word[1:]
        if inner and not inner.islower() and word not in known and word.lower() not in _STRESSED:
            return f"holds {word!r}, capitals inside a word that is no name; write it in lower case"
    letters = re.search(r"(?:\b[A-Za-z]\b[ .,-]+){3,}", bare)
    return "spells something letter by letter" if letters else ""
