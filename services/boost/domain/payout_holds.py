"""The rules of money that waits for moderators: what puts two people on hold, and what staff may decide."""

from datetime import datetime, timedelta
from typing import Literal

from libs.contracts.events.admin import RiskCleared, RiskConfirmed, RiskFlagged
from services.boost.domain.refusals_payouts import PayoutOnHold
from services.boost.protection.rules import Decision, State, pays_seller

Hold = Literal["held", "confirmed", "cleared"]
RiskTold = RiskFlagged | RiskCleared | RiskConfirmed
# A payout of a person on hold is looked at again after this time, and as soon as they are released.
HELD_FOR = timedelta(hours=1)
# So long what was asked for waits when the owner of a taken account has it again: they may cancel it.
OWNER_LOOKS_FOR = timedelta(days=3)
# Longer than a fact can be heard again, and as long as moderation keeps its decision.
CLEARED_KEPT, CONFIRMED_KEPT = timedelta(days=130), timedelta(days=400)


def after(hold: Hold | None, fact: RiskTold) -> Hold | None:
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
