"""What `ace bench duplicates` prints."""

from ace.bench.duplicates import DuplicateBench


def duplicates_text(result: DuplicateBench) -> str:
    """Return one line a way, what was skipped and why, and how it was measured."""
    lines = [
        f"{result.rules} made-up rules; known pairs: {result.duplicates} duplicates, {result.opposites} opposites",
        f"{'':<22} {'s':>9} {'x ours':>9} {'pairs':>7} {'right':>7} {'recall':>7} {'opposites merged':>17}",
    ]
    for row in result.rows:
        if row.skipped:
            lines.append(f"{row.name:<22} skipped: {row.skipped}")
        else:
            shares = f"{row.found:>7} {row.precision:>7.1%} {row.recall:>7.1%} {row.opposites_merged:>17}"
            lines.append(f"{row.name:<22} {row.seconds:>9.3f} {row.ratio:>9.1f} {shares}")
    notes = [f"{row.name}: {row.note}" for row in result.rows if row.note]
    return "\n".join(
        [
            *lines,
            "",
            f"ours names {result.opposites_named} of the {result.opposites} opposites as such, for a person to look at",
            f"vectors are given to all; making them took {result.embedding_s:.1f} s and is in no row",
            *notes,
        ]
    )
