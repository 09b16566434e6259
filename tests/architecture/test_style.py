import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from libs.contracts.services import SERVICES
from tests.architecture.test_rules import ROOT, name_of, tree_of

FOLDERS = ("libs", "services", "gateway", "deploy", "tools", "bench", "tests")
EVERYTHING = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]


def strings_as_comments(tree: ast.Module) -> Iterator[int]:
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


def test_no_string_stands_alone_under_a_constant() -> None:
    found = {name_of(path): list(strings_as_comments(tree_of(path))) for path in EVERYTHING}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_control_string_under_constant_is_found() -> None:
    source = '"""A module."""\nLIMIT = 1\n"""Why."""\nclass A:\n    """A."""\n    x: int = 0\n    """What."""'
    assert list(strings_as_comments(ast.parse(source))) == [3, 7]


# A missing id differs from 0. Lines of a batch follow their contract.
_STANDS_FOR_NOTHING = re.compile(r"\b(?:id|\w+_id|seq) or -?[01]\b|b[\"']0 \{\}[\"']")


def test_no_number_stands_for_a_missing_id() -> None:
    found = {name_of(path): _STANDS_FOR_NOTHING.findall(path.read_text()) for path in EVERYTHING}
    assert {name: text for name, text in found.items() if text and name != name_of(Path(__file__))} == {}


@pytest.mark.parametrize("line", ["return auction.id or 0", "x = other_id or -1", "b'0 {}' for _ in lines"])
def test_control_placeholder_number_is_found(line: str) -> None:
    assert _STANDS_FOR_NOTHING.search(line)


def classes_of(folder: Path) -> Iterator[tuple[Path, ast.ClassDef]]:
    for path in sorted(folder.rglob("*.py")):
        if not {"tests", "migrations"} & set(path.parts):
            yield from ((path, item) for item in tree_of(path).body if isinstance(item, ast.ClassDef))


@pytest.mark.parametrize("service", SERVICES)
def test_class_name_has_one_meaning_in_a_service(service: str) -> None:
    places: dict[str, set[str]] = {}
    for path, one in classes_of(ROOT / "services" / service):
        if not one.name.startswith("_"):
            places.setdefault(one.name, set()).add(name_of(path))
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


def defaults(one: ast.ClassDef) -> list[str]:
    return [
        ast.unparse(field.target) for field in one.body if isinstance(field, ast.AnnAssign) and field.value
    ]


@pytest.mark.parametrize("service", SERVICES)
def test_response_fields_have_no_defaults(service: str) -> None:
    answers = [
        (path, one) for path, one in classes_of(ROOT / "services" / service) if one.name.endswith("Out")
    ]
    assert answers
    assert {f"{name_of(path)} {one.name}": defaults(one) for path, one in answers if defaults(one)} == {}
