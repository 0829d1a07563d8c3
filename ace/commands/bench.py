"""`ace bench`: measurements, each a sub-command imported only when it is used."""

from importlib import import_module

import click

# name -> (module, one-line help).
BENCHES: dict[str, tuple[str, str]] = {
    "runtime": ("ace.commands.bench_runtime", "The runtime: cost of a decision, episodes a minute, memory."),
    "retrieval": ("ace.commands.bench_retrieval", "Search 100,000 passages: speed, recall, memory."),
    "leak": ("ace.commands.bench_leak", "The leak gate against people's labels (MRBench)."),
    "clusters": ("ace.commands.bench_clusters", "Clusters against known labels, beside HDBSCAN and plain grouping."),
    "detectors": ("ace.commands.bench_detectors", "Events a second with 20 detectors and 20 conditioned rules."),
    "duplicates": ("ace.commands.bench_duplicates", "Duplicate rules, beside ace-playbook and ace-framework."),
    "diff": ("ace.commands.bench_diff", "`ace diff` on 1,000 and 10,000 rules, beside `git diff`."),
    "rules": ("ace.commands.bench_rules", "Load, check and render 2,000 rules; one decision of a condition."),
    "tool-agents": ("ace.commands.bench_tool_agents", "Detectors against known outcomes of tool agents."),
    "curator": ("ace.commands.bench_curator", "A model's rule drafts, beside the curator that needs no model."),
    "students": ("ace.commands.bench_students", "How the simulated student's levels differ; all simulated."),
    "slake": ("ace.commands.bench_slake", "A model's answers with and without passages (SLAKE)."),
    "gate": ("ace.commands.bench_gate", "The acceptance gate, simulated beside GEPA's and others."),
    "daemon": ("ace.commands.bench_daemon", "Many quick cycles: does the daemon grow?"),
    "crash": ("ace.commands.bench_crash", "Cycles killed at every step against one left alone."),
    "medquad": ("ace.commands.bench_medquad", "Find MedQuAD's answers: words, vectors, both."),
}


class BenchGroup(click.Group):
    """Lists measurements without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the table's order."""
        return list(BENCHES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one measurement, or None for an unknown name."""
        if cmd_name not in BENCHES:
            return None
        command = import_module(BENCHES[cmd_name][0]).command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table from the one-line helps."""
        with formatter.section("Measurements"):
            formatter.write_dl([(name, text) for name, (_, text) in BENCHES.items()])


@click.command("bench", cls=BenchGroup)
def command() -> None:
    """Measure ACE here, side by side with what one would take instead.

    \b
    Example:
      ace bench retrieval -n 100000
      ace bench medquad --data medquad --limit 200
    """
