import tomllib
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from libs.kit import money
from services.auth.notifications.kinds import NOTIFICATION_KINDS
from services.auth.notifications.local_time import written_here

WORDS = Path(__file__).parents[1] / "data" / "notifications.toml"


# Minimum time between mails about the same subject. The app shows every event.
MAIL_APART = timedelta(hours=24)


# Minimum time between two mails about outbid auctions. Each mail covers all auctions of the person.
OUTBID_MAILS_APART = timedelta(minutes=10)


MAX_IN_A_MAIL = 20


NOTIFICATION_LIFETIME = timedelta(days=90)


# Context values that contain a seller's text.
NAMELESS = {"name", "brand"}


@dataclass(frozen=True)
class Wish:
    in_app: bool
    mail: bool
    # Whether to send a push message to devices that have push turned on.
    push: bool = False


@dataclass(frozen=True)
class Choice:
    """A user's choice for a kind. None leaves push unchanged."""

    in_app: bool
    mail: bool
    push: bool | None = None


# The kinds that users can configure, with their default settings.
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


# Kinds that use the settings of another kind.
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


# Users cannot turn these off, because they concern a person's rights or how a profile is shown.
ALWAYS: dict[str, Wish] = {
    **dict.fromkeys(
        (
            "bids_voided", "strike", "bidding_paused", "strike_lifted", "strike_stays",
            "strike_lifted_seller", "strike_stays_seller",
            "badge_won", "badge_in_danger", "badge_lost",
            "listing_taken_down", "listing_restored", "appeal_upheld", "message_hidden", "review_hidden", "warned",
            "sanction_lifted", "sanction_upheld", "hidden_message_lifted", "hidden_review_lifted",
            "webhook_paused", "payment_credited", "payment_written_off",
        ),
        Wish(in_app=True, mail=True),
    ),
    # Suspensions and bans have their own mails.
    **dict.fromkeys(
        ("report_acted", "report_dismissed", "report_revised", "suspended", "banned"),
        Wish(in_app=True, mail=False),
    ),
}  # fmt: skip


# Banned people are still notified of the ban and of appeals.
SENT_WHEN_BANNED = frozenset({
    "banned", "sanction_lifted", "sanction_upheld", "hidden_message_lifted", "hidden_review_lifted", "strike_lifted",
    "strike_stays",
})  # fmt: skip


# Kinds that are combined into one mail.
GATHERED = {"outbid"}


# The newest notification replaces an older unread notification of these kinds.
LATEST_ONLY = {"outbid", "price_drop", "message", "deal_shipped", "deal_reminder", "boost_failed"}


def wish_about(kind: str, wishes: dict[str, Wish]) -> Wish:
    return ALWAYS.get(kind) or wishes[WISHED_AS.get(kind, kind)]


def check_words(file: Path = WORDS) -> None:
    for language, words in tomllib.loads(file.read_text()).items():
        if missing := sorted(NOTIFICATION_KINDS - words.keys()):
            raise LookupError(f"no {language} notice for {', '.join(missing)}")


def has_words(kind: str) -> bool:
    return kind in _words()["en"]


def text_of(kind: str, language: str, context: dict[str, Any]) -> tuple[str, str]:
    words = _words()[language if language in ("en", "ms") else "en"]
    written = {name: _format_value(name, value, words) for name, value in context.items()}
    nameless = words["nameless"]
    written |= {name: written.get(name) or nameless for name in NAMELESS}
    part = words[kind]
    body = part["body_many"] if int(context.get("matches", 1)) > 1 and "body_many" in part else part["body"]
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
