import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


BENCHMARKS = (ROOT / "docs/benchmarks.md").read_text()


def test_each_benchmark_row_has_an_outcome() -> None:
    tables = [part for part in BENCHMARKS.split("\n\n") if "| Target | Outcome |" in part.split("\n")[0]]
    rows = [line.strip("| ").split("|") for table in tables for line in table.strip().split("\n")[2:]]
    assert len(rows) > 60
    for row in rows:
        outcome = row[-1].strip()
        assert outcome.startswith(("reached", "missed", "none")), row


def long_lines(text: str) -> list[int]:
    """Drawings and tables may be wider."""
    found, is_drawn = [], False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_drawn = not is_drawn
        if len(line) > 110 and not is_drawn and not re.match(r"\s*\||!\[|\s*<", line):
            found.append(number)
    return found


def test_prose_is_wrapped() -> None:
    listed = ["git", "ls-files", "--", "*.md"]
    files = subprocess.check_output(listed, cwd=ROOT, text=True).splitlines()
    read = {
        file: (ROOT / file).read_text()
        for file in files
        if (ROOT / file).exists() and file != "docs/behaviours.md"
    }
    assert {one: long_lines(text) for one, text in read.items() if long_lines(text)} == {}
    assert long_lines("| " + "a" * 120 + "\n" + "b" * 111) == [2]
