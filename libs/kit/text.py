import unicodedata
from typing import Literal

# The limit of the Stream-Safe Text Format (UAX 15). No language needs more.
MAX_MARKS = 30


def normal(form: Literal["NFC", "NFD", "NFKC", "NFKD"], words: str) -> str:
    """Normalises text. Drops combining marks beyond `MAX_MARKS` on a letter."""
    # Sorting the marks of a letter takes quadratic time. 100,000 marks took 7 seconds.
    return words if words.isascii() else unicodedata.normalize(form, _with_few_marks(words))


def _with_few_marks(words: str) -> str:
    kept, marks = list[str](), 0
    for letter in words:
        marks = marks + 1 if _is_mark(letter) else 0
        if marks <= MAX_MARKS:
            kept.append(letter)
    return "".join(kept)


def _is_mark(letter: str) -> bool:
    """Also true for letters that become marks when normalised, such as the halfwidth voiced sound mark."""
    return unicodedata.combining(unicodedata.normalize("NFKD", letter)[0]) != 0
