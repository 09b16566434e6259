import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from urllib.parse import unquote_plus

from libs.kit.errors import DomainError, Unavailable

MAX_CALLBACK_BYTES = 8 * 1024


class NothingToAsk(DomainError):
    code = "nothing_to_ask"
    message = "The payment provider has no bill of this order."


class NothingToCredit(DomainError):
    """Raised if the provider received nothing, or the right amount."""

    code = "nothing_to_credit"
    message = "The payment provider has received no money of this payment that waits."


class PaymentsUnavailable(Unavailable):
    """The provider is not configured, unreachable or rate-limiting us."""

    message = "Payments are not available right now. Please try again later."


class PaymentsPaused(DomainError):
    code = "payments_paused"
    message = "Payments are paused right now. Your order waits; please try again later."


class PaymentWayOff(DomainError):
    code = "payment_way_off"
    message = "This way to pay is turned off right now. Choose another one, or try again later."


class AskedEnough(PaymentsUnavailable):
    """The provider's request limit is used up."""

    def __init__(self, share: str) -> None:
        super().__init__()
        self.share = share


# Open bills are polled every 15 minutes for an hour and then deleted. Two more polls follow, because a
# payment revives a deleted bill.
ASK_AGAIN = timedelta(minutes=15)
BILL_OPEN_FOR = timedelta(minutes=60)
LATER_LOOKS = (timedelta(hours=3), timedelta(hours=26))
# From this age, polls of an open bill have a lower priority than first polls of other bills.
MID_LOOKS_FROM = timedelta(minutes=25)
AWAY_FOR = timedelta(minutes=1)
# After this time, the process that was creating the bill is assumed dead.
MAKING_FOR = timedelta(seconds=30)
# The channel and our rank are polled only if few other polls were made recently.
MAX_CHANNEL_ASKS, CHANNEL_FOR = 5, timedelta(days=1)
MAX_FAILURES_PUBLISHED = 20
# Maximum number of bills polled in a turn, per person and in total.
MAX_BILLS_OF_ONE, MAX_IN_TURN = 3, 30

# `bill` is a scheduled poll. `word` is a poll after a callback or redirect, or for staff.
Share = Literal["bill", "word", "payout", "channel", "reconcile", "deletion"]
MAX_ASKS, ASKS_WITHIN = 15, timedelta(minutes=5)
# Polls reserved for these shares. All shares compete for the rest.
RESERVED_QUESTIONS: Mapping[Share, int] = {"bill": 4, "word": 4, "payout": 2}
# Deletions have a separate limit.
MAX_DELETIONS = 30

Judgement = Literal["paid", "failed", "deleted", "review"]

# These fields are hidden from staff, as are all values that look like a hash.
_SIGNING_FIELDS = ("signature", "hash", "checksum")
HIDDEN = "(hidden)"
_HASH = re.compile(r"[0-9a-f]{32,}", re.IGNORECASE)


@dataclass(frozen=True)
class ProviderWord:
    """The outcome of a bill, from a signed callback or a poll."""

    outcome: str
    is_ours: bool
    amount: int | None


def judge_word(word: ProviderWord, *, amount: int) -> Judgement | None:
    """Returns None if the outcome is not known yet."""
    # A message without an amount can report a failure but never a payment.
    is_silent = word.amount is None and word.outcome != "paid"
    if not word.is_ours or not (is_silent or word.amount == amount):
        return "review"
    if word.outcome == "unclear":
        return None
    return "paid" if word.outcome == "paid" else "deleted" if word.outcome == "deleted" else "failed"


def next_poll(opened_at: datetime, now: datetime) -> datetime | None:
    later = [opened_at + span for span in LATER_LOOKS if opened_at + span > now]
    return later[0] if later else None


def is_to_delete(status: str, opened_at: datetime | None, ask_at: datetime | None, now: datetime) -> bool:
    if opened_at is None:
        return status in ("open", "deleted")
    if status == "deleted":
        return ask_at is not None and ask_at < opened_at + LATER_LOOKS[0]
    return status == "open" and opened_at + BILL_OPEN_FOR <= now


def may_ask(share: Share, asked: Mapping[str, int]) -> bool:
    if share == "deletion":
        return asked.get(share, 0) < MAX_DELETIONS
    counted = {name: number for name, number in asked.items() if name != "deletion"}
    if share == "channel" and sum(counted.values()) >= MAX_CHANNEL_ASKS:
        return False
    if counted.get(share, 0) < RESERVED_QUESTIONS.get(share, 0):
        return True
    taken = sum(max(counted.get(name, 0), kept) for name, kept in RESERVED_QUESTIONS.items())
    return (
        taken + sum(number for name, number in counted.items() if name not in RESERVED_QUESTIONS) < MAX_ASKS
    )


def odd_again(times: int) -> timedelta:
    return min(ASK_AGAIN * (1 << min(times, 10)), timedelta(days=1))


def without_signatures(raw: str) -> str:
    fields = [item.partition("=") for item in raw.split("&")]
    kept = [
        f"{name}={HIDDEN}" if value and _is_signing(name) else f"{name}{sign}{value}"
        for name, sign, value in fields
    ]
    return _HASH.sub(HIDDEN, "&".join(kept))


def _is_signing(name: str) -> bool:
    return any(word in unquote_plus(name).lower() for word in _SIGNING_FIELDS)


@dataclass(frozen=True)
class Tax:
    name: str
    basis_points: int
