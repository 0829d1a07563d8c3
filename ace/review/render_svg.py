"""Styled lines as an SVG picture of a terminal: the same lines give the same bytes, and nothing is loaded. Pure."""

from collections.abc import Iterable, Iterator, Mapping

from ace.review.terminal_text import Line, Span, Style, wrap_lines
from ace.text.visible_text import display_width

# Sizes in SVG user units: one column, one line, the margin, letters.
_COLUMN, _LINE, _MARGIN, _LETTER = 8.4, 19, 18, 14
_FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
# Contrast with the ground is at least 4.5 to 1 (WCAG 2.2 AA) for each.
_GROUND, _INK = "#0d1117", "#e6edf3"
_STYLES: Mapping[Style, str] = {
    "bold": "font-weight:bold",
    "dim": "fill:#9198a1",
    "added": "fill:#56d364",
    "deleted": "fill:#ff7b72",
    "changed": "fill:#e3b341",
    "alarm": "fill:#ff7b72;font-weight:bold",
}


def render_svg(lines: Iterable[Line], columns: int, title: str) -> str:
    """Return `lines` wrapped at `columns` as one SVG document with a newline at its end. `title` is read aloud."""
    rows = wrap_lines(lines, columns)
    width, height = round(columns * _COLUMN + 2 * _MARGIN), len(rows) * _LINE + 2 * _MARGIN
    styles = "".join(f".{name}{{{rule}}}" for name, rule in _STYLES.items())
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" width="{width}">',
            f"<title>{_escaped(title)}</title>",
            f"<style>text{{font:{_LETTER}px {_FONTS};fill:{_INK};white-space:pre}}{styles}</style>",
            f'<rect width="{width}" height="{height}" rx="8" fill="{_GROUND}"/>',
            *(text for number, row in enumerate(rows) for text in _row_texts(row, number)),
            "</svg>\n",
        ]
    )


def _row_texts(row: Iterable[Span], number: int) -> Iterator[str]:
    """Each span at its column, as wide as its columns are: so no font of the reader's moves what stands beside it."""
    y = _MARGIN + number * _LINE + _LETTER
    column = 0
    for span in row:
        size = display_width(span.text)
        text = span.text.rstrip(" ")
        lead = len(text) - len(text.lstrip(" "))
        if text.strip():
            x = _MARGIN + (column + lead) * _COLUMN
            length = display_width(text.lstrip(" ")) * _COLUMN
            style = "" if span.style == "plain" else f' class="{span.style}"'
            fit = f'textLength="{length:g}" lengthAdjust="spacingAndGlyphs"'
            yield f'<text x="{x:g}" y="{y}" {fit}{style}>{_escaped(text.lstrip(" "))}</text>'
        column += size


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
