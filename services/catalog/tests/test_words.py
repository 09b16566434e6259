import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.catalog.search.words import MAX_TERMS, corrected, plain, terms_of, words_of, written_forms


def is_found(search: str, *texts: str) -> bool:
    words = words_of(*texts)
    return all(any(term.fits(word) for word in words) for term in terms_of(search))


@pytest.mark.parametrize(
    ("search", "text"),
    [
        ("noctell", "Atelier Noctéll"),
        ("NOCTÉLL", "atelier noctell"),
        ("roses", "a rose in the dark"),
        ("rose", "two roses"),
        ("mawar", "Rose Parlour"),
        ("rose", "bunga mawar dari Cameron Highlands"),
        ("gaharu", "Oud Meridian"),
        ("oud", "Gaharu Hujan"),
        ("minyak wangi melati", "Jasmine and tea"),
        ("perfume", "anything at all"),
        ("ylang ylang", "Cempaka Kenanga"),
        ("orange blossom", "neroli courtyard"),
        ("eau de parfum", "EDP"),
        ("smok", "Smoke Vesper"),
        ("d'octobre", "Chypre d’Octobre"),
        ("oud rose", "Rose of Taif, oud, musk"),
    ],
)
def test_search_finds_variants(search: str, text: str) -> None:
    """U17"""
    assert is_found(search, text)


@pytest.mark.parametrize(
    ("search", "text"),
    [
        ("rose oud", "rose only"),
        ("vanilla", "van"),
        ("orange", "neroli"),
        ("ab", "absolute"),
        ("velvet", "velour"),
    ],
)
def test_search_does_not_find_unrelated_words(search: str, text: str) -> None:
    assert not is_found(search, text)


def test_correction_replaces_only_unknown_words() -> None:
    assert corrected("Noctel smoke", {"noctel": "noctell"}) == "noctell smoke"
    assert written_forms("Atelier Noctéll", None)["noctell"] == "noctell"


@given(st.text(max_size=300))
def test_any_text_is_split_into_words(text: str) -> None:
    words = words_of(text, text[::-1])
    assert len(words) == len(set(words))
    assert all(word == plain(word) and word.isalnum() for word in words)
    assert len(terms_of(text)) <= MAX_TERMS


@given(st.text(alphabet=st.characters(categories=["L", "N"]), min_size=1, max_size=30))
def test_any_listing_text_is_found_by_its_own_letters(word: str) -> None:
    assert is_found(word, f"before {word} after")
