"""The style of the code that no linter knows: a string in place of a comment, a number that stands for
nothing."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.test_rules import ROOT, name_of, tree_of

FOLDERS = ("libs", "services", "gateway", "deploy", "bench", "tests")
EVERYTHING = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]


def strings_as_comments(tree: ast.Module) -> Iterator[int]:
    """Yield the lines of strings that are neither a docstring nor used."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for place, one in enumerate(body if isinstance(body, list) else []):
            is_string = (
                isinstance(one, ast.Expr)
                and isinstance(one.value, ast.Constant)
                and isinstance(one.value.value, str)
            )
            if is_string and (place or not isinstance(node, _DOCUMENTED)):
                yield one.lineno


_DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def test_a_remark_is_a_comment_and_no_string_under_a_constant() -> None:
    found = {name_of(path): list(strings_as_comments(tree_of(path))) for path in EVERYTHING}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_a_string_under_a_constant_is_seen() -> None:
    """The control."""
    source = '"""A module."""\nLIMIT = 1\n"""Why."""\nclass A:\n    """A."""\n    x: int = 0\n    """What."""'
    assert list(strings_as_comments(ast.parse(source))) == [3, 7]


# An id or a place that may be missing is told apart from 0; a line of a batch is made by its contract.
_STANDS_FOR_NOTHING = re.compile(r"\b(?:id|\w+_id|seq) or -?[01]\b|b[\"']0 \{\}[\"']")


def test_no_number_stands_for_a_missing_id_and_no_text_for_an_undecided_call() -> None:
    found = {name_of(path): _STANDS_FOR_NOTHING.findall(path.read_text()) for path in EVERYTHING}
    assert {name: text for name, text in found.items() if text and name != name_of(Path(__file__))} == {}


@pytest.mark.parametrize("line", ["return auction.id or 0", "x = other_id or -1", "b'0 {}' for _ in lines"])
def test_a_number_that_stands_for_nothing_is_seen(line: str) -> None:
    """The control."""
    assert _STANDS_FOR_NOTHING.search(line)


# With one of these a sentence begins that tells of a thing and not of what the function does.
_NO_VERBS = set(
    re.findall(
        r"\w+",
        """a an the one no nothing nobody everybody everything somebody whoever all each every both some several many
        more most other another others only also its their our this that these those they it there here so as at by
        for from in of on to with without before after beside between until since because when while where whether
        what who whom whose which why how if once twice half first last next now then never always text row rows
        facts tokens keys names people mail mails tests says has does is are was""",
    )
)


def without_a_verb(tree: ast.Module) -> Iterator[str]:
    """Yield public functions whose docstring does not begin with a verb."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            first = (ast.get_docstring(node) or "Do").split()[0].strip(",.;:")
            is_no_verb = first.lower() in _NO_VERBS or (
                first.endswith("ing") and first not in {"Bring", "Ping"}
            )
            if is_no_verb or not re.fullmatch(r"[A-Z][a-z-]+", first):
                yield f"{node.name}: {first}"


def test_the_docstring_of_a_public_function_begins_with_a_verb() -> None:
    code = [path for path in EVERYTHING if not {"tests", "migrations"} & set(path.parts)]
    found = {name_of(path): list(without_a_verb(tree_of(path))) for path in code}
    assert {name: functions for name, functions in found.items() if functions} == {}


def test_a_docstring_without_a_verb_is_seen() -> None:
    """The control."""
    source = 'def a():\n    """The file."""\ndef b():\n    """Return it."""\ndef _c():\n    """Its way."""'
    assert list(without_a_verb(ast.parse(source))) == ["a: The"]
