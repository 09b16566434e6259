"""The rules of payouts: to which account, when, and what the provider's word comes to."""

from datetime import datetime, timedelta
from typing import Literal

# A new account waits: who stole a session changes the account first.
FIRST_PAYOUT_AFTER = timedelta(days=7)
SMALLEST = 1_000
LARGEST = 10_000_000
ASK_AGAIN, TRY_AGAIN = timedelta(minutes=15), timedelta(minutes=5)
LOOK_AT_LEAST_EVERY = timedelta(hours=6)
SENDING_FOR, UNREADABLE_FOR = timedelta(seconds=60), timedelta(hours=1)
MOST_WAITING = 20
# What boost asks of a bank account.
BANKS: dict[str, str] = {
    "MBBEMYKL": "Maybank", "CIBBMYKL": "CIMB Bank", "PBBEMYKL": "Public Bank", "HLBBMYKL": "Hong Leong Bank",
    "RHBBMYKL": "RHB Bank", "BIMBMYKL": "Bank Islam", "AMBBMYKL": "AmBank", "BSNAMYK1": "BSN",
    "BKRMMYKL": "Bank Rakyat", "OCBCMYKL": "OCBC Bank", "UOVBMYKL": "UOB Malaysia", "HBMBMYKL": "HSBC Bank",
    "SCBLMYKX": "Standard Chartered", "MFBBMYKL": "Alliance Bank", "PHBMMYKL": "Affin Bank",
    "BMMBMYKL": "Bank Muamalat", "AGOBMYKL": "Agrobank",
}  # fmt: skip
# The one account of the provider's own sandbox that is paid.
SANDBOX_BANK = "DUMMYBANKVERIFIED"

Verdict = Literal["completed", "refunded", "under_way"]
# Why a payout failed (the first two), or what keeps one from being sent or answered.
Trouble = Literal["refused", "given_back", "away", "taken", "differs", "sealed", "unclear"]
# What the provider's answer leaves open: whether it has the payout, or which.
OPEN_TROUBLES = ("taken", "unclear", "differs")
StaffStep = Literal["ask", "retry", "settle"]
# Words of a provider that keep a payout under way.
UNDER_WAY = ("processing", "enquiring", "executing", "reviewing")


def send_at(now: datetime, *, usable_from: datetime) -> datetime:
    """Return when a payout is sent: not before its account may be used."""
    return max(now, usable_from)


def verdict(status: str) -> Verdict:
    """Return what a status of a payment order comes to; an unknown one is under way."""
    return status if status in ("completed", "refunded") else "under_way"  # type: ignore[return-value]


def look_after(looks: int) -> timedelta:
    """Return how long a payout waits whose outcome stayed unclear so often in a row: twice as long each time,
    up to six hours."""
    return min(TRY_AGAIN * (1 << min(looks, 10)), LOOK_AT_LEAST_EVERY)


def may_settle(status: str, trouble: str | None) -> bool:
    """Return whether staff may say how a payout ended: one that was sent without an answer, and of which the
    provider was asked again and did not tell, or one of which it names another amount or number."""
    return (status == "sending" and trouble in OPEN_TROUBLES) or (status == "sent" and trouble == "differs")


def may_hurry(status: str, send_at: datetime, due_at: datetime | None, now: datetime) -> bool:
    """Return whether a payout may be looked at now. A new account keeps its wait; one that is being sent is
    left to who sends it until its next look is due."""
    if status == "sending":
        return due_at is not None and due_at <= now
    return status in ("waiting", "sent") and send_at <= now


def staff_step(
    status: str,
    send_at: datetime,
    due_at: datetime | None,
    now: datetime,
    *,
    trouble: str | None,
    is_retried: bool,
) -> StaffStep | None:
    """Return what staff may do about a payout: hurry one, say how one ended that the provider leaves open, or
    send a failed one anew, once."""
    if is_retried:
        return None
    if status == "failed":
        return "retry"
    if may_settle(status, trouble):
        return "settle"
    return "ask" if may_hurry(status, send_at, due_at, now) else None
