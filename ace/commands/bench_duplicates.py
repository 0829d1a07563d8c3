"""`ace bench duplicates`."""

import click

from ace.commands.options import json_option, print_json, print_text, quiet_option, warn


@click.command("duplicates")
@click.option("--rules", type=click.IntRange(10, 5000), default=2000, show_default=True, help="How many rules.")
@quiet_option
@json_option
def command(rules: int, quiet: bool, as_json: bool) -> None:
    """Find duplicates among rules whose duplicates are known, beside ace-playbook, ace-framework and plain numpy.

    The two packages are installed from PyPI into environments of their own, once, in ACE_PEERS_DIR or the cache
    folder; one that cannot be installed is skipped with the reason.

    \b
    Example:
      ace bench duplicates
      ace bench duplicates --rules 500 --json
    """
    from ace.bench.duplicates import measure_duplicates
    from ace.bench.duplicates_text import duplicates_text

    result = measure_duplicates(rules, (lambda text: None) if quiet else warn)
    print_json(result.to_json()) if as_json else print_text(duplicates_text(result))
