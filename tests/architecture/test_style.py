"""The style of the code that no linter knows: a string in place of a comment, a number that stands for
nothing."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.test_rules import ROOT, SERVICES, name_of, tree_of

FOLDERS = ("libs", "services", "gateway", "deploy", "tools", "bench", "tests")
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


def classes_of(folder: Path) -> Iterator[tuple[Path, ast.ClassDef]]:
    """Yield the public classes of the code in a folder, each with its file."""
    for path in sorted(folder.rglob("*.py")):
        if not {"tests", "migrations"} & set(path.parts):
            yield from ((path, one) for one in tree_of(path).body if isinstance(one, ast.ClassDef))


@pytest.mark.parametrize("service", SERVICES)
def test_a_class_name_means_one_thing_in_a_service(service: str) -> None:
    places: dict[str, set[str]] = {}
    for path, one in classes_of(ROOT / "services" / service):
        if not one.name.startswith("_"):
            places.setdefault(one.name, set()).add(name_of(path))
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


def defaults(one: ast.ClassDef) -> list[str]:
    """Return the fields of a class that have a default."""
    return [
        ast.unparse(field.target) for field in one.body if isinstance(field, ast.AnnAssign) and field.value
    ]


@pytest.mark.parametrize("service", SERVICES)
def test_an_answer_promises_each_of_its_fields(service: str) -> None:
    """A default would make the field optional in the contract, and every client ask whether it is there."""
    answers = [
        (path, one) for path, one in classes_of(ROOT / "services" / service) if one.name.endswith("Out")
    ]
    assert answers
    assert {f"{name_of(path)} {one.name}": defaults(one) for path, one in answers if defaults(one)} == {}
