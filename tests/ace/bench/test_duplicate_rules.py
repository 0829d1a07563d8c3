"""The made-up rules of `ace bench duplicates`."""

from ace.bench.duplicate_rules import make_rules


def test_the_same_seed_gives_the_same_rules_and_another_others() -> None:
    assert make_rules(400) == make_rules(400)
    assert make_rules(400).texts != make_rules(400, seed=1).texts


def test_groups_and_opposites_are_known() -> None:
    known = make_rules(2000)
    assert len(known.texts) == len(known.group) == 2000
    assert 300 < len(known.opposites) < 900
    assert 1000 < len(set(known.group)) < 1900
    for one, other in known.opposites:
        assert one < other
        assert known.group[one] != known.group[other]
        assert known.texts[one] != known.texts[other]


def test_no_text_is_in_two_groups() -> None:
    known = make_rules(2000)
    home: dict[str, int] = {}
    for text, group in zip(known.texts, known.group, strict=True):
        assert home.setdefault(" ".join(text.lower().split()), group) == group
