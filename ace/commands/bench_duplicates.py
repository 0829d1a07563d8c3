"""`ace bench duplicates`."""

import click

from ace.commands.options import json_option, quiet_option
from ace.console import print_json, print_text, warn

# Twice as many rules are four times as many pairs: so many are compared one by one in some seconds.
_BRUTE = 20_000


@click.command("duplicates")
@click.option("--rules", type=click.IntRange(10, 5000), default=2000, show_default=True, help="How many rules.")
@click.option("--scale", type=click.IntRange(100, 140_000), help="Measure time and memory with so many rules instead.")
@click.option(
    "--brute",
    type=click.IntRange(100),
    default=_BRUTE,
    show_default=True,
    help="For --scale: rules compared in full too.",
)
@quiet_option
@json_option
def command(rules: int, scale: int | None, brute: int, quiet: bool, as_json: bool) -> int:
    """Find duplicates among rules whose duplicates are known, beside ace-playbook, ace-framework and plain numpy.

    The two packages are installed from PyPI into environments of their own, once, in ACE_PEERS_DIR or the cache
    folder; one that cannot be installed is skipped with the reason. With --scale only ours is measured, beside every
    pair compared in full; exit code 1 says that the two differ.

    \b
    Example:
      ace bench duplicates
      ace bench duplicates --rules 500 --json
      ace bench duplicates --scale 100000
    """
    note = (lambda text: None) if quiet else warn
    if scale is not None:
        from ace.bench.duplicate_scale import measure_scale
        from ace.bench.duplicates_text import duplicate_scale_text

        large = measure_scale(scale, brute, note)
        print_json(large.to_json()) if as_json else print_text(duplicate_scale_text(large))
        return 0 if large.is_same_as_brute else 1
    from ace.bench.duplicates import measure_duplicates
    from ace.bench.duplicates_text import duplicates_text

    result = measure_duplicates(rules, note)
    print_json(result.to_json()) if as_json else print_text(duplicates_text(result))
    return 0
