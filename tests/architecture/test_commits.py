"""The history: the subject of a commit says in one short line what it changes."""

import shutil
import subprocess
from collections.abc import Iterable

from tests.architecture.test_rules import ROOT

LONGEST_SUBJECT, NEWEST = 72, 50


def long_subjects(subjects: Iterable[str]) -> list[str]:
    """Return the subjects that are too long."""
    return [one for one in subjects if len(one) > LONGEST_SUBJECT]


def test_the_subject_of_a_commit_has_at_most_72_characters() -> None:
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        return  # an archive of the sources has no history
    newest = ["git", "log", "--no-merges", f"--max-count={NEWEST}", "--format=%s"]
    log = subprocess.run(newest, cwd=ROOT, capture_output=True, text=True, check=True)
    assert long_subjects(log.stdout.splitlines()) == []


def test_a_subject_that_is_too_long_is_seen() -> None:
    """The control."""
    assert long_subjects(["Add a row", "a" * 72, "b" * 73]) == ["b" * 73]
