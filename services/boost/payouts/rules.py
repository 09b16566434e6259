from datetime import datetime, timedelta
from typing import Literal

from libs.contracts.events.admin import RiskCleared, RiskConfirmed, RiskFlagged
from libs.kit.errors import DomainError
from services.boost.protection.rules import Decision, State, pays_seller


class PayoutNotDue(DomainError):
    code = "payout_not_due"
    message = "This payout has ended, or waits because its account is new."


class PayoutNotFailed(DomainError):
    code = "payout_not_failed"
    message = "Only a payout that has failed can be sent again."


class PayoutNotWaiting(DomainError):
    code = "payout_not_waiting"
    message = "This payout is already on its way, or has ended."


class PayoutNotUnclear(DomainError):
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


# Cooling-off period of a new account, because a stolen session would change the account first.
FIRST_PAYOUT_AFTER = timedelta(days=7)
SMALLEST = 1_000
LARGEST = 10_000_000
ASK_AGAIN, TRY_AGAIN = timedelta(minutes=15), timedelta(minutes=5)
LOOK_AT_LEAST_EVERY = timedelta(hours=6)
SENDING_FOR, UNREADABLE_FOR = timedelta(seconds=60), timedelta(hours=1)
MAX_WAITING = 20
BANKS: dict[str, str] = {
    "MBBEMYKL": "Maybank", "CIBBMYKL": "CIMB Bank", "PBBEMYKL": "Public Bank", "HLBBMYKL": "Hong Leong Bank",
    "RHBBMYKL": "RHB Bank", "BIMBMYKL": "Bank Islam", "AMBBMYKL": "AmBank", "BSNAMYK1": "BSN",
    "BKRMMYKL": "Bank Rakyat", "OCBCMYKL": "OCBC Bank", "UOVBMYKL": "UOB Malaysia", "HBMBMYKL": "HSBC Bank",
    "SCBLMYKX": "Standard Chartered", "MFBBMYKL": "Alliance Bank", "PHBMMYKL": "Affin Bank",
    "BMMBMYKL": "Bank Muamalat", "AGOBMYKL": "Agrobank",
}  # fmt: skip
# The only bank that the provider's sandbox pays.
SANDBOX_BANK = "DUMMYBANKVERIFIED"

Verdict = Literal["completed", "refunded", "under_way"]
# `refused` and `given_back` mean that the payout failed. The other values mean a delay.
Trouble = Literal["refused", "given_back", "away", "taken", "differs", "sealed", "unclear"]
# It is unclear whether the provider has the payout.
OPEN_TROUBLES = ("taken", "unclear", "differs")
StaffStep = Literal["ask", "retry", "settle"]
UNDER_WAY = ("processing", "enquiring", "executing", "reviewing")


def send_at(now: datetime, *, usable_from: datetime) -> datetime:
    return max(now, usable_from)


def payout_verdict(status: str) -> Verdict:
    """Unknown statuses count as under way."""
    return status if status in ("completed", "refunded") else "under_way"  # type: ignore[return-value]


def next_poll(looks: int) -> timedelta:
    return min(TRY_AGAIN * (1 << min(looks, 10)), LOOK_AT_LEAST_EVERY)


def may_settle(status: str, trouble: str | None) -> bool:
    """True for a payout without a clear response, or whose amount or number differs at the provider."""
    return (status == "sending" and trouble in OPEN_TROUBLES) or (status == "sent" and trouble == "differs")


def may_hurry(status: str, send_at: datetime, due_at: datetime | None, now: datetime) -> bool:
    """Payouts to a new account keep their waiting time. A payout being sent cannot be hurried before its next
    poll."""
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
    if is_retried:
        return None
    if status == "failed":
        return "retry"
    if may_settle(status, trouble):
        return "settle"
    return "ask" if may_hurry(status, send_at, due_at, now) else None


Hold = Literal["held", "confirmed", "cleared"]
RiskEvent = RiskFlagged | RiskCleared | RiskConfirmed
# Retry interval of a payout on hold. The payout is also retried when the hold is released.
HELD_FOR = timedelta(hours=1)
# After the account is recovered, the owner has this long to cancel requested payouts.
OWNER_LOOKS_FOR = timedelta(days=3)
# Cleared holds outlast event redelivery. Confirmed holds are kept as long as moderation retains its decision.
CLEARED_KEPT, CONFIRMED_KEPT = timedelta(days=130), timedelta(days=400)


def next_hold(hold: Hold | None, event: RiskEvent) -> Hold | None:
    """Only a high score creates a hold. A later score does not weaken a confirmed hold."""
    match event:
        case RiskCleared():
            return "cleared"
        case RiskConfirmed():
            return "confirmed"
        case _:
            return "held" if event.level == "hold" and hold != "confirmed" else hold


def check_decision(state: State, decision: Decision, hold: Hold | None) -> None:
    """Raises while the pair is under review, if the payout is on hold or the decision pays the seller."""
    if hold == "held" and (state == "withheld" or pays_seller(decision)):
        raise PayoutOnHold


def waits_for_moderators_alone(state: str, appeal_until: datetime | None, now: datetime) -> bool:
    is_over = appeal_until is not None and appeal_until <= now
    return state == "withheld" or (state == "decided" and is_over)
