"""Ask GEPA's own acceptance function; started as a script by the interpreter of the environment that holds `gepa`.

`gate_peer.py FOLDER`: reads sizes.json, a list of minibatch sizes; writes tables.json with the package's version, the
function's full name, and for each size a square table of what it says of [fixed, broken] samples.
"""

import json
import sys
from importlib import import_module, metadata
from pathlib import Path


def main(folder: Path) -> None:
    """Write what the function says of every outcome there is of paired scores of 0 and 1."""
    sizes: list[int] = json.loads((folder / "sizes.json").read_text(encoding="utf-8"))
    module = import_module("gepa.strategies.acceptance")
    criterion = module.StrictImprovementAcceptance
    proposal = import_module("gepa.proposer.base").CandidateProposal

    def accepts(fixed: int, broke: int, both: int, neither: int) -> bool:
        before = [0.0] * fixed + [1.0] * broke + [1.0] * both + [0.0] * neither
        after = [1.0] * fixed + [0.0] * broke + [1.0] * both + [0.0] * neither
        asked = proposal({}, [0], subsample_scores_before=before, subsample_scores_after=after)
        return bool(criterion().should_accept(asked, None))

    tables: dict[str, list[list[bool]]] = {}
    for n in sizes:
        table = [[False] * (n + 1) for _ in range(n + 1)]
        for fixed in range(n + 1):
            for broke in range(n + 1 - fixed):
                tied = n - fixed - broke
                said = {accepts(fixed, broke, both, tied - both) for both in range(tied + 1)}
                if len(said) > 1:
                    raise SystemExit(f"{fixed} fixed and {broke} broken of {n} do not settle what it says")
                table[fixed][broke] = said.pop()
        tables[str(n)] = table
    name = f"{module.__name__}.{criterion.should_accept.__qualname__}"
    result = {"version": metadata.version("gepa"), "function": name, "tables": tables}
    (folder / "tables.json").write_text(json.dumps(result), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
