"""A folder that stands where an environment with GEPA would: its interpreter sees a package with the same functions."""

import sys
from pathlib import Path

ACCEPTANCE = """
class StrictImprovementAcceptance:
    def should_accept(self, proposal, state):
        return sum(proposal.subsample_scores_after) > sum(proposal.subsample_scores_before)
"""
PROPOSAL = """
class CandidateProposal:
    def __init__(self, candidate, parent_program_ids, subsample_scores_before, subsample_scores_after):
        self.subsample_scores_before, self.subsample_scores_after = subsample_scores_before, subsample_scores_after
"""


def write_gepa_like(folder: Path, acceptance: str = ACCEPTANCE) -> Path:
    """Return the interpreter of a complete environment for gepa 0.1.4 under `folder`."""
    place = folder / "gepa-0.1.4"
    packages = place / "packages"
    for name, text in {"strategies/acceptance.py": acceptance, "proposer/base.py": PROPOSAL}.items():
        path = packages / "gepa" / name
        path.parent.mkdir(parents=True)
        path.write_text(text)
    described = packages / "gepa-0.1.4.dist-info" / "METADATA"
    described.parent.mkdir()
    described.write_text("Metadata-Version: 2.4\nName: gepa\nVersion: 0.1.4\n")
    start = place / "start.py"
    start.write_text(
        f"import runpy, sys\nsys.path.insert(0, {str(packages)!r})\n"
        "sys.argv = sys.argv[1:]\nrunpy.run_path(sys.argv[0], run_name='__main__')\n"
    )
    python = place / "bin" / "python"
    python.parent.mkdir()
    # The first argument is -I, which the script that is started here need not pass on.
    python.write_text(f'#!/bin/sh\nshift\nexec "{sys.executable}" -I "{start}" "$@"\n')
    python.chmod(0o755)
    (place / "complete").touch()
    return python
