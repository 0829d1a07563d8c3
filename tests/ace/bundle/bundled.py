"""A repository and the bundle that `ace bundle` makes of it."""

from pathlib import Path

from ace.bundle.make_bundle import Made, Wanted, make_bundle
from tests.ace.building import commit_all, git
from tests.ace.review.playbook_repository import make_evidence

FOLDER = "playbooks/tutor"
RULE_ID = "hints.one-level-at-a-time"
RULE_PATH = f"{FOLDER}/hints/one-level-at-a-time.yaml"


def made(repo: Path, ref: str = "") -> Made:
    """Return the bundle of a repository's reviewed rules."""
    return make_bundle(repo, Wanted("main", FOLDER, "tutor", ref))


def write(repo: Path, path: Path) -> Path:
    """Write that bundle to `path` and return it."""
    path.write_bytes(made(repo).data)
    return path


def reworded(repo: Path) -> str:
    """Commit another wording of a rule and return the commit."""
    path = repo / RULE_PATH
    path.write_text(path.read_text(encoding="utf-8").replace("title: ", "title: Now ", 1), encoding="utf-8")
    return commit_all(repo, "Reword")


def with_evidence(repo: Path, rule_id: str, name: str = "") -> str:
    """Commit an evidence record about a rule and return its path."""
    from ace.review.evidence import dump_evidence, evidence_path

    record = make_evidence(git(repo, "rev-parse", "HEAD").strip(), rule_id=rule_id)
    path = evidence_path(name or record.proposal)
    (repo / path).parent.mkdir(parents=True, exist_ok=True)
    (repo / path).write_bytes(dump_evidence(record))
    commit_all(repo, "Evidence")
    return path
