"""The rules of notices: which kinds there are, how the house proposes to tell them, what they say."""

import tomllib
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

from libs.kit import money

WORDS = Path(__file__).parents[1] / "data" / "notices.toml"
MAIL_APART = timedelta(hours=24)
"""Mails about the same thing are at least this far apart; in the app each is told."""
KEPT = timedelta(days=90)
NAMELESS = {"name", "brand"}
"""Facts that hold a seller's words."""


@dataclass(frozen=True)
class Wish:
    """How somebody wants to hear of a kind of thing."""

    in_app: bool
    mail: bool


PROPOSED: dict[str, Wish] = {
    "saved_search": Wish(in_app=True, mail=True),
    "price_drop": Wish(in_app=True, mail=True),
    "sales": Wish(in_app=True, mail=True),
    "reviews": Wish(in_app=True, mail=True),
    "low_stock": Wish(in_app=True, mail=False),
}
"""Every kind, with the house's proposal."""


def said(kind: str, language: str, facts: dict[str, Any]) -> tuple[str, str]:
    """Title and text of a notice in the reader's language; a seller who is gone left no name."""
    words = _words()[language if language in ("en", "ms") else "en"]
    told = {name: money.written(value) if name.startswith("price") else value for name, value in facts.items()}
    nameless = words["nameless"]
    told |= {name: told.get(name) or nameless for name in NAMELESS}
    part = words[kind]
    body = part["body_many"] if int(facts.get("matches", 1)) > 1 and "body_many" in part else part["body"]
    return part["title"].format(**told), body.format(**told)


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads(WORDS.read_text())
