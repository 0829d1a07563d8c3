"""`ace schema`."""

from pathlib import Path
from typing import get_args

import click

from ace.commands.options import GivenPath
from ace.console import print_text


@click.command("schema")
@click.argument("kind", type=click.Choice(["rule", "rule-test"]), default="rule")
@click.option("--output", type=GivenPath(path_type=Path, dir_okay=False), help="Write it to this file instead.")
def command(kind: str, output: Path | None) -> None:
    """Print the JSON Schema of rule files, or of the tests beside them. Editors complete and check by it.

    `ace init` writes both to .ace/schema/; the first line of a rule file may point there:

    \b
    # yaml-language-server: $schema=../../../.ace/schema/rule.schema.json

    \b
    Example:
      ace schema
      ace schema rule-test --output .ace/schema/rule-test.schema.json
    """
    from ace.playbook.rule_schema import SchemaKind, schema_text

    chosen: SchemaKind = next(name for name in get_args(SchemaKind) if name == kind)
    if output is None:
        print_text(schema_text(chosen))
        return
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(schema_text(chosen), encoding="utf-8", newline="\n")
    print_text(f"wrote {output}")
