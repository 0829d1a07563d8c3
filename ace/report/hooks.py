"""Progress wired to what a cycle tells."""

from ace.cycle.draft_changes import Drafted
from ace.cycle.judging.judgement import JudgeHooks
from ace.cycle.propose import ProposeHooks
from ace.report.progress import Progress


def propose_hooks(progress: Progress, is_dry_run: bool) -> ProposeHooks:
    """Return hooks that write progress lines."""

    def drafted(found: Drafted) -> None:
        sound = sum(item.is_sound for item in found.drafts)
        failed = len(found.drafts) - sound
        progress.note(
            f"{sound} drafts pass the static check, {failed} fail it; {len(found.drafting.refused)} clusters gave none"
        )

    return ProposeHooks(is_dry_run, JudgeHooks(progress.begin, progress.episode), drafted)
