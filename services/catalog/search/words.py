"""Search words are normalised: accents and endings are removed, and Malay synonyms are unified."""

import re
import tomllib
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from libs.kit.text import normal

SYNONYMS = Path(__file__).parents[1] / "data" / "synonyms.toml"


LONGEST_WORD, MAX_WORDS, MAX_TERMS, MAX_DIGITS = 40, 400, 8, 4


SHORTEST_START = 3


_WORD = re.compile(r"[^\W_]+")


# Every listing is a perfume, so this word is not used as a filter.
NEUTRAL = "perfume"


@dataclass(frozen=True)
class Term:
    word: str
    start: bool

    def fits(self, word: str) -> bool:
        return word.startswith(self.word) if self.start else word == self.word


def plain(words: str) -> str:
    """Returns the text in lower case without accents: `Chypre d'Octobre` equals `CHYPRE D’OCTOBRE`."""
    apart = normal("NFKD", normal("NFKD", words).casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def spelled(words: str) -> list[str]:
    return [word[:LONGEST_WORD] for word in _WORD.findall(plain(words))]


def stem(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def words_of(*texts: str | None) -> list[str]:
    found = dict[str, None]()
    for written in texts:
        words = spelled(written or "")
        found |= dict.fromkeys(stem(word) for word in words)
        found |= dict.fromkeys(meaning for meaning, _ in _meanings(words) if meaning)
    found.pop(NEUTRAL, None)
    return list(found)[:MAX_WORDS]


def terms_of(search: str) -> list[Term]:
    terms = dict[Term, None]()
    for meaning, word in _meanings(spelled(search)[: 4 * MAX_TERMS]):
        if meaning is not None:
            terms[Term(meaning, start=False)] = None
        else:
            terms[Term(stem(word), start=len(word) >= SHORTEST_START)] = None
    terms.pop(Term(NEUTRAL, start=False), None)
    return list(terms)[:MAX_TERMS]


def written_forms(*texts: str | None) -> dict[str, str]:
    words = (word for written in texts for word in spelled(written or ""))
    return {stem(word): word for word in words if len(word) >= SHORTEST_START and not is_number(word)}


def is_number(word: str) -> bool:
    """Phone and identity card numbers must not get into the vocabulary."""
    return sum(letter.isdigit() for letter in word) > MAX_DIGITS


def corrected(search: str, meant: dict[str, str]) -> str:
    return " ".join(meant.get(stem(word), word) for word in spelled(search))


def _meanings(words: list[str]) -> list[tuple[str | None, str]]:
    """Pairs each word or phrase with the representative of its synonyms, or with None."""
    phrases, longest = _groups()
    found, place = list[tuple[str | None, str]](), 0
    while place < len(words):
        for length in range(min(longest, len(words) - place), 0, -1):
            meaning = phrases.get(" ".join(words[place : place + length]))
            if meaning is not None:
                break
        found.append((meaning, words[place]))
        place += length if meaning is not None else 1
    return found


@cache
def _groups() -> tuple[dict[str, str], int]:
    groups = tomllib.loads(SYNONYMS.read_text())["groups"]
    canonical = {group[0]: "".join(map(stem, spelled(group[0]))) for group in groups}
    phrases = {" ".join(spelled(phrase)): canonical[group[0]] for group in groups for phrase in group}
    return phrases, max(phrase.count(" ") + 1 for phrase in phrases)
