"""The ACE text format."""

from hypothesis import given
from hypothesis import strategies as st

from ace.playbook.exchange.ace_text import read_ace_text

TEXT = """# Our playbook

## STRATEGIES AND HARD RULES
words under no id

[shr-00001] helpful=3 harmful=0 :: Ask first.
[shr-00002] Print it:
```python
print([x for x in y])
# a comment
```
- [ctx-1a] Look twice.  (helpful=1, harmful=2)
[shr-00003] helpful=many harmful=-1 :: Forged counts.
[../../etc/passwd] Out of here.
## OTHERS
"""


def test_every_line_is_in_an_entry_or_listed() -> None:
    read = read_ace_text(TEXT)
    assert [(entry.source_id, entry.text, entry.helpful, entry.harmful) for entry in read.entries] == [
        ("shr-00001", "Ask first.", 3, 0),
        ("shr-00002", "Print it:\n```python\nprint([x for x in y])\n# a comment\n```", None, None),
        ("ctx-1a", "Look twice.", 1, 2),
        ("shr-00003", "Forged counts.", None, None),
        ("../../etc/passwd", "Out of here.", None, None),
    ]
    assert read.entries[3].lost == ("counters", "counters that are no counts")
    assert {entry.heading for entry in read.entries} == {"STRATEGIES AND HARD RULES"}
    assert [(item.place, item.reason) for item in read.refused] == [
        ("line 1", "this text belongs to no `[id]`"),
        ("line 4", "this text belongs to no `[id]`"),
    ]


@given(st.text(st.sampled_from("[]#-a1 \n:=`"), max_size=120))
def test_no_visible_character_is_dropped(text: str) -> None:
    read = read_ace_text(text)
    kept = "".join(entry.source_id + entry.text for entry in read.entries)
    if not read.refused and "#" not in text and "=" not in text:
        assert kept.count("a") == text.count("a")
        assert kept.count("1") == text.count("1")
