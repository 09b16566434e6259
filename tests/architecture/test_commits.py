import shutil
import subprocess
from collections.abc import Iterable

from tests.architecture.test_rules import ROOT

LONGEST_SUBJECT, NEWEST = 72, 50


def long_subjects(subjects: Iterable[str]) -> list[str]:
    return [subject for subject in subjects if len(subject) > LONGEST_SUBJECT]


def test_commit_subject_has_at_most_72_characters() -> None:
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        return  # A source archive has no history.
    newest = ["git", "log", "--no-merges", f"--max-count={NEWEST}", "--format=%s"]
    log = subprocess.run(newest, cwd=ROOT, capture_output=True, text=True, check=True)
    assert long_subjects(log.stdout.splitlines()) == []


def test_control_long_commit_subject_is_found() -> None:
    assert long_subjects(["Add a row", "a" * 72, "b" * 73]) == ["b" * 73]
