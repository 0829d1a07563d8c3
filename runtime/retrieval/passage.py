"""What the index is made of: one short text with its place in the document it comes from."""

from dataclasses import dataclass

from runtime.contracts.state import Hit

MAX_TITLE_CHARS = 160
VERSION_DIGITS = 12


@dataclass(frozen=True)
class Passage:
    """One text that can be found and cited.

    `citation` names it in every index of the same text. `section` is the path of headings above it, `start` and `end`
    its characters in the document (0, 0: it is the whole document), `version` the start of the document's hash.
    """

    citation: str
    title: str
    text: str
    tags: tuple[str, ...] = ()
    source: str = ""
    section: str = ""
    start: int = 0
    end: int = 0
    version: str = ""

    @property
    def searched_text(self) -> str:
        """What words are looked for in."""
        return " ".join(part for part in (self.title, self.section, self.text, *self.tags) if part)

    @property
    def embedded_text(self) -> str:
        """What the vector is made of: the headings give a short passage its subject."""
        heading = ". ".join(part for part in (self.title, self.section) if part)
        return f"{heading}. {self.text}" if heading else self.text

    def hit(self, score: float) -> Hit:
        """Return the passage as a search result."""
        return Hit(
            citation=self.citation,
            title=self.title,
            text=self.text,
            score=score,
            source=self.source,
            section=self.section,
            start=self.start,
            end=self.end,
            version=self.version,
        )
