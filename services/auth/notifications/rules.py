"""The rules of notices: which kinds there are, how they are told unless chosen otherwise, what they say."""

import tomllib
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from libs.kit import money
from services.auth.notifications.kinds import NOTICE_KINDS
from services.auth.notifications.local_time import written_here

WORDS = Path(__file__).parents[1] / "data" / "notices.toml"


# Mails about the same thing are at least this far apart; in the app each is told.
MAIL_APART = timedelta(hours=24)


# A person who is outbid in many auctions, or again and again, gets one mail about all of them so often.
OUTBID_MAILS_APART = timedelta(minutes=10)


MOST_IN_A_MAIL = 20


NOTICE_LIFETIME = timedelta(days=90)


# Facts that hold a seller's words.
NAMELESS = {"name", "brand"}


@dataclass(frozen=True)
class Wish:
    """How a person wants to hear of a kind of thing."""

    in_app: bool
    mail: bool
    # On the devices on which the person has turned it on.
    push: bool = False


@dataclass(frozen=True)
class Choice:
    """What a person chooses for a kind; what is left out stays."""

    in_app: bool
    mail: bool
    push: bool | None = None


# Every kind that one may wish about, with the default.
PROPOSED: dict[str, Wish] = {
    "saved_search": Wish(in_app=True, mail=True),
    "price_drop": Wish(in_app=True, mail=True),
    "outbid": Wish(in_app=True, mail=True, push=True),
    "ending_soon": Wish(in_app=True, mail=False),
    "won": Wish(in_app=True, mail=True, push=True),
    "lost": Wish(in_app=True, mail=False),
    "auction_cancelled": Wish(in_app=True, mail=True),
    "payment_due": Wish(in_app=True, mail=True, push=True),
    "second_chance": Wish(in_app=True, mail=True, push=True),
    "sales": Wish(in_app=True, mail=True, push=True),
    "unsold": Wish(in_app=True, mail=True),
    "reviews": Wish(in_app=True, mail=True),
    "low_stock": Wish(in_app=True, mail=False),
    "messages": Wish(in_app=True, mail=True, push=True),
    "deals": Wish(in_app=True, mail=True, push=True),
    "boosts": Wish(in_app=True, mail=True),
}


# Kinds that are told as another one is wished.
WISHED_AS: dict[str, str] = {
    "lost_to_reserve": "lost",
    "sold": "sales",
    "reserve_not_met": "unsold",
    "no_bids": "unsold",
    "second_chance_missed": "second_chance",
    "message": "messages",
    "messages_unread": "messages",
    "reviewed": "reviews",
    "favourite_offer": "price_drop",
    **dict.fromkeys(
        (
            "deal_opened",
            "deal_paid",
            "deal_shipped",
            "deal_delivered",
            "deal_cancelled",
            "deal_cancel_asked",
            "deal_reminder",
            "deal_held",
            "dispute_opened",
            "dispute_resolved",
            "dispute_decided",
            "dispute_may_appeal",
            "dispute_appealed",
            "dispute_upheld",
            "dispute_changed",
            "dispute_send_back",
            "dispute_reopened",
            "payout_sent",
            "payout_failed",
            "payout_cancelled",
        ),
        "deals",
    ),
    **dict.fromkeys(
        (
            "boost_paid",
            "boost_failed",
            "boost_ending",
            "boost_expired",
            "boost_refunded",
            "boost_credited",
            "boost_late",
        ),
        "boosts",
    ),
}


# Told whatever one wishes: they change what one may do here, or how one is shown.
ALWAYS: dict[str, Wish] = {
    **dict.fromkeys(
        (
            "bids_voided", "strike", "bidding_paused", "strike_lifted", "strike_stays",
            "strike_lifted_seller", "strike_stays_seller",
            "seal_won", "seal_in_danger", "seal_lost",
            "listing_taken_down", "listing_restored", "appeal_upheld", "message_hidden", "review_hidden", "warned",
            "measure_lifted", "measure_stays", "hidden_message_lifted", "hidden_review_lifted",
            "webhook_paused", "payment_credited", "payment_written_off",
        ),
        Wish(in_app=True, mail=True),
    ),
    # A suspension and a ban write their own mails.
    **dict.fromkeys(
        ("report_acted", "report_dismissed", "report_revised", "suspended", "banned"),
        Wish(in_app=True, mail=False),
    ),
}  # fmt: skip


# What a banned person still hears of: the ban, and what became of their appeal.
TOLD_WHEN_BANNED = frozenset({
    "banned", "measure_lifted", "measure_stays", "hidden_message_lifted", "hidden_review_lifted", "strike_lifted",
    "strike_stays",
})  # fmt: skip


# Kinds whose mails wait for the next one about all of them.
GATHERED = {"outbid"}


# Kinds of which only the newest is worth reading: one that waits unread makes room for it.
LATEST_ONLY = {"outbid", "price_drop", "message", "deal_shipped", "deal_reminder", "boost_failed"}


def wish_about(kind: str, wishes: dict[str, Wish]) -> Wish:
    return ALWAYS.get(kind) or wishes[WISHED_AS.get(kind, kind)]


def check_words(file: Path = WORDS) -> None:
    """Refuse to go on if a kind has no words in a language."""
    for language, words in tomllib.loads(file.read_text()).items():
        if missing := sorted(NOTICE_KINDS - words.keys()):
            raise LookupError(f"no {language} notice for {', '.join(missing)}")


def has_words(kind: str) -> bool:
    """Return whether this build can say it: a newer one beside it may have told of a kind that is new."""
    return kind in _words()["en"]


def text_of(kind: str, language: str, facts: dict[str, Any]) -> tuple[str, str]:
    """Return title and text of a notice in the reader's language; a seller who is gone left no name."""
    words = _words()[language if language in ("en", "ms") else "en"]
    written = {name: _format_value(name, value, words) for name, value in facts.items()}
    nameless = words["nameless"]
    written |= {name: written.get(name) or nameless for name in NAMELESS}
    part = words[kind]
    body = part["body_many"] if int(facts.get("matches", 1)) > 1 and "body_many" in part else part["body"]
    return part["title"].format(**written), body.format(**written)


def reason_of(code: str, language: str) -> str:
    reasons = _words()[language if language in ("en", "ms") else "en"]["reasons"]
    return str(reasons.get(code, code))


def _format_value(name: str, value: Any, words: dict[str, Any]) -> Any:
    if name == "until":
        return written_here(datetime.fromisoformat(value), words["months"])
    if name == "reason":
        return words["reasons"].get(value, words["reasons"]["other"])
    return money.format_ringgit(value) if name.startswith("price") else value


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads(WORDS.read_text())
