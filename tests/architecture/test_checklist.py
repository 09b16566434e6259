import functools
import re

import pytest

from tests.architecture import behaviours
from tests.architecture.behaviours import ID, of_python, of_web


def _numbered(prefix: str, last: int, *, without: tuple[int, ...] = ()) -> list[str]:
    return [f"{prefix}-{number:02}" for number in range(1, last + 1) if number not in without]


def _lettered(prefix: str, last: int) -> list[str]:
    return [f"{prefix}{number}" for number in range(1, last + 1)]


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
        "P-F1", "P-F2", "P-F3", "P-F4", "P-F5", "P-F6", "P-F7", "P-F8", "P-G1", "P-G2", "P-G4",
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
        "U10", "U11", "U12", "U13", "U16", "U17", "U18", "U19", "U31", "U32", "U33", "U37",
    ],
    "talk": [
        "ROLE-07", "PROF-09", "PROF-11", "PROF-12",
        *_numbered("MSG", 43),
        *_numbered("TXN", 16),
        *_numbered("REV", 4),
        "C14", "C16", "C17", "C18", "C26", "C27", "U24", "U25", "U26", "U27", "U28", "U29", "U30",
    ],
    "run_closing": [
        *_numbered("AUC", 50),
        "C1", "C2", "C3", "C19", "C20", "C21", "C22", "C25", "C35", "C41", "U20", "U21", "U22", "U23", "U32",
    ],
    "boosts and money": [*_numbered("BOOST", 23), *_numbered("PAY", 5), "C32", "C33", "C36", "U34", "U35"],
    "staff": [*_numbered("ADM", 17), "XCUT-10", "XCUT-15"],
    "promises": [
        *_lettered("P-A", 8), *_lettered("P-B", 2), *_lettered("P-C", 4), *_lettered("P-D", 6), *_lettered("P-E", 3),
        *_lettered("P-F", 8), *_lettered("P-G", 4), "P-H2", "P-H4", "P-H5",
    ],
    "the architecture and how it is tested": [
        *(f"AR-D{number}" for number in (10, 12, 13, 15, 18, 19, 22, 23, 24, 25, 28)),
        *(f"S{number:02}" for number in (*range(1, 19), 20, 22, 23, 26)),
        "F15", "F18", "F25", "M1", "M4", "M5", "M6", "M9", "M10", "M12", "M15", "W2", "W3", "W5", "W6", "W7",
    ],
}  # fmt: skip


@functools.cache
def _named() -> frozenset[str]:
    return frozenset(name for test in behaviours.all_tests() for name in ID.findall(test.words))


def test_only_names_docstrings_and_tables_of_tests_count() -> None:
    python = (
        '"""AUTH-01"""\nTABLE = ["AUTH-02"]\n# AUTH-03\ndef helper():\n    """AUTH-04"""\n'
        '@pytest.mark.parametrize("x", TABLE)\ndef test_it(x):\n    """AUTH-05"""\n    assert x != "AUTH-06"\n'
        '@pytest.mark.skip("later")\ndef test_later():\n    """AUTH-07"""\n# def test_old():\n#    """AUTH-08"""'
    )
    web = """/* AUTH-01 */ it("AUTH-02: x", () => say("AUTH-03"));
        // it("AUTH-07: x", f)
        it.skip("AUTH-08: x", f); /* it("AUTH-09: y", f) */ it.todo("AUTH-10"); const glob = "src/**/*.ts";
        it.each([["AUTH-06"]])('AUTH-04 %s', f); describe(`AUTH-05`, g);"""
    assert {name for item in of_python("x", python) for name in ID.findall(item.words)} == {
        "AUTH-02",
        "AUTH-05",
    }
    assert {name for item in of_web("x", web) for name in ID.findall(item.words)} == {
        "AUTH-02", "AUTH-04", "AUTH-05", "AUTH-06",
    }  # fmt: skip


@pytest.mark.parametrize("part", BUILT)
def test_each_built_behaviour_is_named_by_a_test(part: str) -> None:
    missing = [item for item in BUILT[part] if item not in _named()]
    assert missing == []


@pytest.mark.parametrize("part", BUILT)
def test_each_built_behaviour_has_a_meaning(part: str) -> None:
    assert [item for item in BUILT[part] if item not in behaviours.MEANINGS] == []


def test_each_id_has_one_meaning() -> None:
    joined = re.compile(r"; (?:as a|on) \w+: ")
    assert [name for name, meaning in behaviours.MEANINGS.items() if joined.search(meaning)] == []
    assert len(set(behaviours.MEANINGS.values())) == len(behaviours.MEANINGS)


def test_each_mentioned_id_has_a_meaning() -> None:
    assert behaviours.unknown() == {}


def test_each_id_is_held_or_listed_as_not_held() -> None:
    built = {item for part in BUILT.values() for item in part}
    assert built == set(behaviours.MEANINGS)
    assert set(behaviours.NOT_HELD) & (built | _named()) == set()


def test_behaviours_document_matches_the_tests() -> None:
    assert behaviours.DOCUMENT.read_text() == behaviours.document()
