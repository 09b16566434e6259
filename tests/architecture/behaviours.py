"""Run as a module, it writes the document."""

import ast
import functools
import re
import subprocess
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs/behaviours.md"
# A behaviour (AUC-19), a promise (P-A1), an architecture default (AR-D22), or a letter with a number: C and
# U are decisions, F a fault, M a library default, S an attack suite, W a workload.
ID = re.compile(r"(?<![-%\w!])(?:[A-Z]{3,5}-\d\d|(?:P|AR)-[A-H]\d{1,2}|[A-HMSU]\d{1,2}|W\d)\b")
# Keys of the keyboard that look like ids.
KEYS = {"F8"}
SKIPPED = ("pytest.mark.skip(", "pytest.mark.xfail")
PYTHON = ("tests/**/test_*.py", "services/**/test_*.py", "libs/**/test_*.py", "gateway/**/test_*.py")
NAMING = ("*.py", "*.md", "*.ts", "*.tsx", "*.sh", "*.toml", "Makefile")
GENERATED = ("frontend/src/generated/", "tests/architecture/", "docs/behaviours.md")
WEB = ("src/**/*.test.ts", "src/**/*.test.tsx", "e2e/*.spec.ts")
TITLE = re.compile(
    r"""(?:\b(?:it|test|describe)(?:\.(?!skip\b|todo\b|fixme\b)\w+)*|\))\(\s*(["'`])((?:\\.|(?!\1).)*)\1""",
    re.S,
)
COMMENT = re.compile(r"(?:(?<=[\s;{}(),])|\A)(?:/\*.*?\*/|//[^\n]*)", re.S)
# SVG paths begin like an id.
DRAWN = re.compile(r"<path|\bd=|\bM0 |[\"`]M\d+[ .]")
EACH = re.compile(r"""\.each\(((?:(?!\.each\().)*?)\)\(\s*["'`]""", re.S)
_TABLE: dict[str, dict[str, str]] = tomllib.loads((Path(__file__).parent / "behaviours.toml").read_text())
MEANINGS, NOT_HELD = _TABLE["meanings"], _TABLE["not_held"]
HEAD = """# Behaviours, and the tests that hold them

Written by `make behaviours` from the tests and from `tests/architecture/behaviours.toml`; a test compares it with them.
Ids of this kind stand in code, tests and decisions. Each has one meaning: `P-` is a promise, `AR-` a default of the
architecture, `C` and `U` what we decided where the specification contradicts itself or is silent, `F` a fault that is
injected, `M` a default of a library, `S` a suite of attacks, `W` a workload; all others are behaviours of the product.

| Id | Meaning | Held by |
|---|---|---|
"""
NOT_HELD_HEAD = """
## Held by no test under its id

| Id | Meaning, and how far it is held |
|---|---|
"""


class FoundTest(NamedTuple):
    path: str
    sentence: str
    words: str


def of_python(path: str, source: str) -> Iterator[FoundTest]:
    """Ids in comments, helpers and bodies do not count."""
    tree = ast.parse(source)
    tables = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            if any(ast.unparse(item).startswith(SKIPPED) for item in node.decorator_list):
                continue
            texts = [node.name, ast.get_docstring(node) or ""]
            for decorator in node.decorator_list:
                for part in ast.walk(decorator):
                    named = tables[part.id] if isinstance(part, ast.Name) and part.id in tables else part
                    texts += [
                        item.value
                        for item in ast.walk(named)
                        if isinstance(item, ast.Constant) and isinstance(item.value, str)
                    ]
            yield FoundTest(path, node.name.removeprefix("test_").replace("_", " "), " ".join(texts))


def of_web(path: str, source: str) -> Iterator[FoundTest]:
    """Comments and skipped tests do not count."""
    source = COMMENT.sub("", source)
    for title in (found for _, found in TITLE.findall(source)):
        yield FoundTest(path, title, title)
    for table in EACH.findall(source):
        yield FoundTest(path, "", table)


@functools.cache
def all_tests() -> tuple[FoundTest, ...]:
    found = [
        item
        for pattern in PYTHON
        for path in sorted(ROOT.glob(pattern))
        if path.name != "test_checklist.py"
        for item in of_python(str(path.relative_to(ROOT)), path.read_text())
    ]
    for pattern in WEB:
        for path in sorted((ROOT / "frontend").glob(pattern)):
            found += of_web(str(path.relative_to(ROOT)), path.read_text())
    return tuple(found)


def named_in(path: str, source: str) -> Iterator[str]:
    for line in source.splitlines():
        if not (path.endswith((".ts", ".tsx")) and DRAWN.search(line)):
            yield from ID.findall(line)


def unknown() -> dict[str, str]:
    """Ids without a meaning, each with a path that names it."""
    listed = subprocess.check_output(["git", "ls-files", "--", *NAMING], cwd=ROOT, text=True).splitlines()
    return {
        name: path
        for path in listed
        if not path.startswith(GENERATED) and (ROOT / path).exists()
        for name in named_in(path, (ROOT / path).read_text())
        if name not in MEANINGS and name not in NOT_HELD and name not in KEYS
    }


def document() -> str:
    by_id: dict[str, list[FoundTest]] = defaultdict(list)
    for test in all_tests():
        for name in dict.fromkeys(ID.findall(test.words)):
            if name in MEANINGS:
                by_id[name].append(test)
    rows = (f"| {name} | {MEANINGS[name]} | {_paths(by_id[name])} |\n" for name in _sorted(by_id))
    others = (f"| {name} | {NOT_HELD[name]} |\n" for name in _sorted(NOT_HELD))
    return HEAD + "".join(rows) + NOT_HELD_HEAD + "".join(others)


def _sorted(names: Iterable[str]) -> list[str]:
    return sorted(names, key=lambda name: (re.sub(r"\d", "", name), int(re.sub(r"\D", "", name))))


def _paths(tests: list[FoundTest]) -> str:
    paths = list(dict.fromkeys(test.path for test in tests))
    return ", ".join(f"`{path}`" for path in paths)


if __name__ == "__main__":
    DOCUMENT.write_text(document())
