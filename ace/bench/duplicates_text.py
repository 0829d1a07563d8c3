"""What `ace bench duplicates` prints."""

from ace.bench.duplicate_scale import ScaleBench
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


def duplicate_scale_text(result: ScaleBench) -> str:
    """Return what it took, whether it is what comparing every pair gives, and how the vectors were made."""
    same = "the same groups, pairs and reasons" if result.is_same_as_brute else "OTHER groups, pairs or reasons"
    return "\n".join(
        [
            f"{result.rules} made-up rules, vectors given: {result.seconds:.2f} s ({result.cpu_s:.2f} s of processor "
            f"time), {result.peak_mb:.0f} MiB",
            f"{result.groups} groups of duplicates, {result.kept_apart} near pairs kept apart; of {result.opposites} "
            f"known opposites {result.opposites_merged} are in one group",
            f"every pair of {result.brute_rules} rules in double precision, {result.brute_s:.1f} s: {same}",
            f"making the vectors took {result.embedding_s:.1f} s: {result.embedded} texts were embedded, the others' "
            "vectors are those with their principal axes exchanged",
        ]
    )
