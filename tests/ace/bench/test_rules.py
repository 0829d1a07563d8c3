"""What `ace bench rules` measures."""

from ace.bench.rules import FOLDER, RulesBench, bench_files, bench_json, bench_text, rows
from runtime.rules.load_reviewed import parse_playbook


def test_every_file_is_a_rule_with_a_condition_of_its_own() -> None:
    playbook = parse_playbook(bench_files(60), FOLDER)
    assert len(playbook.rules) == len({rule.when for rule in playbook.rules}) == 60
    assert all(rule.is_checked and rule.evidence for rule in playbook.rules)


def test_figures_are_held_against_their_targets() -> None:
    bench = RulesBench(2000, 1000, load_s=0.5, check_s=0.3, render_s=0.1, native_us=1.0, cel_us=60.0)
    assert [row.is_met for row in rows(bench)] == [True, None, None, None, True, False]
    assert "load, check, render 2000 rules" in bench_text(bench)
    assert bench_json(bench)["rules"] == 2000
