"""Each behaviour of the checklist that is built is named by a test, so that nobody has to believe that it is proven."""

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def _numbered(prefix: str, last: int, *, without: tuple[int, ...] = ()) -> list[str]:
    return [f"{prefix}-{number:02}" for number in range(1, last + 1) if number not in without]


BUILT = {
    "accounts": [
        *_numbered("ROLE", 13, without=(7,)),
        *_numbered("PROT", 7),
        *_numbered("AUTH", 63),
        *_numbered("PROF", 17, without=(9, 11, 12, 14)),
        "SELP-01", "SELP-02", "SELP-03", "SELP-05", "SELP-06", "SELP-08", "SELP-09", "SELP-15", "SELP-18", "SELP-22",
        "SELP-23", "SELP-24", "SELP-25", "SELP-26", "SELP-27", "SELP-29",
        "C7", "C8", "C9", "C10", "C11", "C12", "C13", "C15", "C35", "C38", "C39", "C40",
        "U1", "U2", "U3", "U4", "U5", "U6", "U7", "U8", "U9", "U14", "U15", "U38",
        "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "G1", "G2", "G4",
    ],
    "catalogue": [
        *_numbered("HOME", 14),
        *_numbered("HDR", 10),
        *_numbered("CAT", 19),
        *_numbered("PROD", 17),
        *_numbered("IMG", 9),
        *_numbered("DASH", 17),
        *_numbered("FORM", 28),
        *_numbered("STAT", 4),
        *_numbered("ANA", 10),
        *_numbered("SELP", 29),
        "PROF-13", "PROF-14",
        "XCUT-01", "XCUT-02", "XCUT-03", "XCUT-04", "XCUT-05", "XCUT-06", "XCUT-07", "XCUT-08", "XCUT-09", "XCUT-11",
        "XCUT-12", "XCUT-13", "XCUT-14",
        "C4", "C5", "C6", "C19", "C22", "C23", "C24", "C25", "C28", "C29", "C30", "C31", "C34", "C37",
        "U10", "U11", "U12", "U16", "U17", "U18", "U19", "U31", "U32", "U33", "U37",
    ],
    "hammer": [
        *_numbered("AUC", 50),
        "C1", "C2", "C3", "C19", "C20", "C21", "C22", "C25", "C35", "C41", "U20", "U21", "U22", "U23", "U32",
    ],
}  # fmt: skip
"""ROLE-07, PROF-09, 11 and 12 (orders) come with the purchase."""
ID = re.compile(r"\b(?:[A-Z]{3,5}-\d\d|[CUFG]\d{1,2})\b")


TITLE = re.compile(r"""(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*(["'`])((?:\\.|(?!\1).)*)\1""", re.S)

EACH = re.compile(r"""\.each\(((?:(?!\.each\().)*?)\)\(\s*["'`]""", re.S)


def _words_of(tree: ast.Module) -> Iterator[str]:
    """What a test says about itself: its name, its docstring, and what its decorators give it to try."""
    tables = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield node.name
            yield ast.get_docstring(node) or ""
            for decorator in node.decorator_list:
                for part in ast.walk(decorator):
                    yield from _texts_in(tables[part.id] if isinstance(part, ast.Name) and part.id in tables else part)


def _texts_in(node: ast.AST) -> Iterator[str]:
    return (one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str))


def _titles_in(text: str) -> Iterator[str]:
    """The titles of the web app's tests and of their groups, and the tables that fill them."""
    yield from (title for _, title in TITLE.findall(text))
    yield from EACH.findall(text)


@functools.cache
def _named() -> frozenset[str]:
    """Every id in the name, title, docstring or table of a test; a remark elsewhere in the file proves nothing."""
    told: list[str] = []
    for pattern in ("tests/**/test_*.py", "services/**/test_*.py", "libs/**/test_*.py", "gateway/**/test_*.py"):
        for path in ROOT.glob(pattern):
            if path != Path(__file__):
                told += _words_of(ast.parse(path.read_text()))
    for pattern in ("src/**/*.test.ts", "src/**/*.test.tsx", "e2e/*.spec.ts"):
        for path in (ROOT / "frontend").glob(pattern):
            told += _titles_in(path.read_text())
    return frozenset(ID.findall(" ".join(told)))


def test_only_what_a_test_says_of_itself_counts() -> None:
    """The control: an id in a remark, in a helper or in a body is no promise of a test."""
    python = ast.parse(
        '"""AUTH-01"""\nTABLE = ["AUTH-02"]\n# AUTH-03\ndef helper():\n    """AUTH-04"""\n'
        '@pytest.mark.parametrize("x", TABLE)\ndef test_it(x):\n    """AUTH-05"""\n    assert x != "AUTH-06"'
    )
    web = """/* AUTH-01 */ it("AUTH-02: x", () => say("AUTH-03"));
        it.each([["AUTH-06"]])('AUTH-04 %s', f); describe(`AUTH-05`, g);"""
    assert set(ID.findall(" ".join(_words_of(python)))) == {"AUTH-02", "AUTH-05"}
    assert set(ID.findall(" ".join(_titles_in(web)))) == {"AUTH-02", "AUTH-04", "AUTH-05", "AUTH-06"}


@pytest.mark.parametrize("part", BUILT)
def test_each_behaviour_that_is_built_is_named_by_a_test(part: str) -> None:
    missing = [one for one in BUILT[part] if one not in _named()]
    assert missing == []
