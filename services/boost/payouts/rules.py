"""The rules of payouts: to which account, when, and what the provider's word comes to."""

from datetime import datetime, timedelta
from typing import Literal

from libs.contracts.events.admin import RiskCleared, RiskConfirmed, RiskFlagged
from libs.kit.http.errors import DomainError
from services.boost.protection.rules import Decision, State, pays_seller


class PayoutNotDue(DomainError):
    """A payout that has ended, or whose account is too new."""

    code = "payout_not_due"
    message = "This payout has ended, or waits because its account is new."


class PayoutNotFailed(DomainError):
    """Only what is in the wallet again can be sent anew."""

    code = "payout_not_failed"
    message = "Only a payout that has failed can be sent again."


class PayoutNotWaiting(DomainError):
    """What was sent, or has ended, cannot be called back."""

    code = "payout_not_waiting"
    message = "This payout is already on its way, or has ended."


class PayoutNotUnclear(DomainError):
    """The provider tells how this one ends, or has not been asked yet."""

    code = "payout_not_unclear"
    message = "Only a payout that the provider leaves open can be ended by hand."


class PayoutOnHold(DomainError):
    code = "payout_on_hold"
    message = "Moderators have not decided about these two people yet. Until then no one is paid."


class HolderNameMismatch(DomainError):
    status = 422
    code = "holder_name_mismatch"
    message = "The account must be in your own name, as in your profile."


class NoPayoutAccount(DomainError):
    code = "no_payout_account"
    message = "Add a bank account first."


class NotEnoughBalance(DomainError):
    code = "not_enough_balance"
    message = "There is not so much in your wallet."

    def __init__(self, balance: int) -> None:
        super().__init__(balance=balance)


class TooManyPayouts(DomainError):
    status = 429
    code = "too_many_payouts"
    message = "Several payouts are under way. Please wait until one has ended."


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


def payout_verdict(status: str) -> Verdict:
    """Return what a status of a payment order comes to; an unknown one is under way."""
    return status if status in ("completed", "refunded") else "under_way"  # type: ignore[return-value]


def next_poll(looks: int) -> timedelta:
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


Hold = Literal["held", "confirmed", "cleared"]
RiskTold = RiskFlagged | RiskCleared | RiskConfirmed
# A payout of a person on hold is looked at again after this time, and as soon as they are released.
HELD_FOR = timedelta(hours=1)
# So long what was asked for waits when the owner of a taken account has it again: they may cancel it.
OWNER_LOOKS_FOR = timedelta(days=3)
# Longer than a fact can be heard again, and as long as moderation keeps its decision.
CLEARED_KEPT, CONFIRMED_KEPT = timedelta(days=130), timedelta(days=400)


def next_hold(hold: Hold | None, fact: RiskTold) -> Hold | None:
    """Return what a fact of moderation makes of a hold: a score holds from the higher level on, and what a
    person has confirmed is not weakened by a later score."""
    match fact:
        case RiskCleared():
            return "cleared"
        case RiskConfirmed():
            return "confirmed"
        case _:
            return "held" if fact.level == "hold" and hold != "confirmed" else hold


def check_decision(state: State, decision: Decision, hold: Hold | None) -> None:
    """Refuse to pay the seller, or to decide on withheld money, while moderators judge the pair."""
    if hold == "held" and (state == "withheld" or pays_seller(decision)):
        raise PayoutOnHold


def waits_for_moderators_alone(state: str, appeal_until: datetime | None, now: datetime) -> bool:
    """Return whether all but the word of moderators is there: no one may appeal what was decided any more."""
    is_over = appeal_until is not None and appeal_until <= now
    return state == "withheld" or (state == "decided" and is_over)
