"""Each behaviour of the checklist that is built is named by a test, so that nobody has to believe that it is proven."""

import re
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
}  # fmt: skip
"""ROLE-07, PROF-09, 11, 12 and 14 (orders and favourites) and the shelf of the seller's page come with the purchase and the catalogue."""
ID = re.compile(r"\b(?:[A-Z]{3,5}-\d\d|[CUFG]\d{1,2})\b")


def _named() -> set[str]:
    """Every id in the name, title or docstring of a test."""
    words: set[str] = set()
    for pattern in ("tests/**/test_*.py", "services/**/test_*.py", "libs/**/test_*.py", "gateway/**/test_*.py"):
        for path in ROOT.glob(pattern):
            if path != Path(__file__):
                words |= set(ID.findall(path.read_text()))
    for pattern in ("src/**/*.test.ts", "src/**/*.test.tsx", "e2e/*.spec.ts"):
        for path in (ROOT / "frontend").glob(pattern):
            words |= set(ID.findall(path.read_text()))
    return words


@pytest.mark.parametrize("part", BUILT)
def test_each_behaviour_that_is_built_is_named_by_a_test(part: str) -> None:
    missing = [one for one in BUILT[part] if one not in _named()]
    assert missing == []
