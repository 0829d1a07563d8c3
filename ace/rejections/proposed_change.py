"""What a proposal proposes, read from a commit of it: from its branch, or from the ref that outlives the branch."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ace.review.ancestry import is_ancestor
from ace.review.commit_message import MessageFacts, read_message
from ace.review.commit_object import parse_commit
from ace.review.errors import ProposalError
from ace.review.evidence import EvidenceRecord
from ace.review.fingerprint import fingerprint
from ace.review.in_force import deleted_agent, held_evidence, is_in_force, rule_at, rule_path
from ace.review.proposal_branches import PREFIX, own_commit
from ace.review.proposals import OPENED, load_evidence
from runtime.contracts.rule import Rule
from runtime.rules.git_read import decode_lines, read_commits, run_git


@dataclass(frozen=True)
class ProposalRefs:
    """Where a proposal is: its branch here, its branch at a remote as last fetched, what was last opened; else "".

    `remotes`: the commit its branch is at, by the name of each remote that has it, as last fetched.
    """

    id: str
    branch: str = ""
    remote: str = ""
    opened: str = ""
    remotes: Mapping[str, str] = field(default_factory=dict)

    @property
    def tip(self) -> str:
        """The commit to read it from."""
        return self.branch or self.remote or self.opened


@dataclass(frozen=True)
class ProposedChange:
    """A proposal as its own commit says. `tip` is where its branch is: with a person's commits it is above `commit`.

    `agent`: whose rule it is about.
    """

    facts: MessageFacts
    commit: str
    tip: str
    is_untouched: bool
    after: Rule | None
    evidence: EvidenceRecord
    agent: str

    @property
    def cluster(self) -> str:
        """The failures it answers, empty for a deletion or merge that answers none."""
        return self.evidence.cluster.id[:40] if self.evidence.cluster else ""


def proposal_refs(repo: Path) -> Mapping[str, ProposalRefs]:
    """Return every proposal that is or was here, by id. Of several remotes the last by name counts."""
    listing = decode_lines(
        run_git(repo, "for-each-ref", "--format=%(objectname) %(refname)", PREFIX, OPENED, "refs/remotes")
    )
    branches, opened, remotes = dict[str, str](), dict[str, str](), dict[str, dict[str, str]]()
    for commit, _, ref in (line.partition(" ") for line in listing):
        head, _, name = ref.rpartition("/")
        if f"{head}/" == PREFIX:
            branches[name] = commit
        elif f"{head}/" == OPENED:
            opened[name] = commit
        elif head.endswith("/ace/p"):
            remotes.setdefault(name, {})[head.removeprefix("refs/remotes/").removesuffix("/ace/p")] = commit
    return {
        name: _refs(name, (branches, opened), remotes.get(name, {})) for name in sorted({*branches, *opened, *remotes})
    }


def _refs(name: str, places: tuple[Mapping[str, str], Mapping[str, str]], there: Mapping[str, str]) -> ProposalRefs:
    branches, opened = places
    last = there[max(there)] if there else ""
    return ProposalRefs(name, branches.get(name, ""), last, opened.get(name, ""), there)


def read_change(repo: Path, proposal: str, tip: str) -> ProposedChange:
    """Return what proposal `proposal` (12 hex digits) proposes; `tip` is the commit of one of its refs.

    Raises: ProposalError, EvidenceError when no commit there is its own or says another thing than it is named after;
    GitError, RuleError when a commit or rule cannot be read.
    """
    commit, facts, is_top = _own_commit(repo, proposal, tip)
    evidence = load_evidence(repo, commit, proposal)
    after = rule_at(repo, commit, rule_path(evidence.playbook, facts.rule_id))
    agent = after.agent if after is not None else deleted_agent(repo, facts, evidence)
    if fingerprint(facts.op, facts.rule_id, after, facts.merged, agent=agent) != facts.fingerprint:
        raise ProposalError(
            f"commit {commit[:12]} says it is proposal {proposal}, but what it changes is another; look at it: "
            f"git show {commit[:12]}"
        )
    return ProposedChange(facts, commit, tip, is_top, after, evidence, agent)


def was_merged(repo: Path, reviewed: Iterable[str], change: ProposedChange) -> bool:
    """Return True when one of the `reviewed` commits holds the proposal, or has held it: merged, squashed or by hand.

    Its evidence stays when later proposals change the rule again.
    """
    name = change.facts.proposal
    for commit in reviewed:
        if is_ancestor(repo, change.commit, commit) or name in held_evidence(repo, commit, [name]):
            return True
        # A deletion by whoever is the same deletion; for the rest only the very words count.
        if is_in_force(repo, commit, change.facts, change.evidence):
            return True
    return False


def _own_commit(repo: Path, proposal: str, tip: str) -> tuple[str, MessageFacts, bool]:
    """Return our commit at or under `tip`, what it says, and whether nothing is on top of it."""
    commit = own_commit(repo, proposal, tip)
    if commit is not None:
        written = parse_commit(read_commits(repo, [commit])[commit])
        if facts := read_message(written.subject, written.trailers):
            is_ours = written.parents == (facts.base,) and written.author == written.committer
            return commit, facts, commit == tip and is_ours
    raise ProposalError(f"commit {tip[:12]} is not of proposal {proposal}; list the proposals to see what is open")
