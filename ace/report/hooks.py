"""Progress wired to what a cycle tells."""

from ace.cycle.draft_changes import Drafted
from ace.cycle.judging.judgement import JudgeHooks
from ace.cycle.propose import ProposeHooks
from ace.report.progress import Progress
from ace.text.counted import counted


def propose_hooks(progress: Progress, is_dry_run: bool) -> ProposeHooks:
    """Return hooks that write progress lines."""

    def drafted(found: Drafted) -> None:
        sound = sum(item.is_sound for item in found.drafts)
        failed = len(found.drafts) - sound
        progress.note(
            f"{counted(sound, 'draft')} {'passes' if sound == 1 else 'pass'} the static check, {failed} "
            f"{'fails' if failed == 1 else 'fail'} it; {counted(len(found.drafting.refused), 'cluster')} gave none"
        )

    return ProposeHooks(is_dry_run, JudgeHooks(progress.begin, progress.episode), drafted)
