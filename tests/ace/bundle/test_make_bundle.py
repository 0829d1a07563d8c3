"""A bundle holds what was reviewed, and nothing else."""

from pathlib import Path

import pytest

from ace.bundle.make_bundle import Wanted, make_bundle
from ace.errors import AceError
from runtime.rules.bundle_archive import unpack
from runtime.rules.bundle_manifest import MANIFEST
from tests.ace.building import commit_all, git
from tests.ace.bundle.bundled import FOLDER, RULE_ID, RULE_PATH, made, reworded, with_evidence


def test_the_same_commit_gives_the_same_bytes_whatever_is_in_the_working_tree(starter: Path) -> None:
    before = made(starter)
    (starter / RULE_PATH).write_text("half an edit", encoding="utf-8")
    (starter / FOLDER / "hints" / "new.yaml").write_text("not committed", encoding="utf-8")
    git(starter, "add", "-A")
    assert made(starter).data == before.data
    manifest = before.manifest
    assert manifest.commit == git(starter, "rev-parse", "HEAD").strip()
    assert (
        manifest.created == git(starter, "log", "-1", "--format=%cd", "--date=format-local:%Y-%m-%dT%H:%M:%SZ").strip()
    )
    assert (manifest.branch, manifest.agent, manifest.playbook) == ("main", "tutor", FOLDER)
    assert RULE_ID in {rule.id for rule in manifest.rules}


def test_it_holds_every_file_of_the_playbook_as_committed(starter: Path) -> None:
    files = unpack(made(starter).data, "x")
    there = git(starter, "ls-tree", "-r", "--name-only", "HEAD", FOLDER).split()
    assert set(files) == {*there, MANIFEST}
    assert files[RULE_PATH] == (starter / RULE_PATH).read_bytes()


def test_an_earlier_reviewed_commit_can_be_bundled_a_proposal_cannot(starter: Path) -> None:
    first = made(starter)
    reworded(starter)
    assert made(starter).data != first.data
    assert made(starter, first.manifest.commit).data == first.data
    git(starter, "checkout", "-q", "-b", "ace/p/0123456789ab")
    reworded(starter)
    with pytest.raises(AceError, match="is not on the reviewed branch main: only reviewed rules are bundled"):
        made(starter, "HEAD")


def test_evidence_of_its_rules_is_in_it_and_that_of_others_is_not(starter: Path) -> None:
    path = with_evidence(starter, RULE_ID)
    with_evidence(starter, "gone.long-ago", "0123456789ab")
    done = made(starter)
    assert done.evidence == 1
    assert [name for name in unpack(done.data, "x") if name.startswith(".ace/")] == [path]


def test_rules_that_verify_would_refuse_are_not_bundled(starter: Path) -> None:
    test = starter / RULE_PATH.replace(".yaml", ".test.yaml")
    test.write_text("violates: [{action: {kind: ASK_PROBE}}]\ncomplies: []\n", encoding="utf-8")
    commit_all(starter)
    with pytest.raises(
        AceError, match=r"tests: .*one-level-at-a-time.test.yaml:1: violates\[0\]: expected a violation"
    ):
        made(starter)


def test_an_agent_without_a_rule_is_told(starter: Path) -> None:
    with pytest.raises(AceError, match="holds no rule in use for agent 'shop'; name another with --agent"):
        make_bundle(starter, Wanted("main", FOLDER, "shop"))
