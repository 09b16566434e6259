"""Scores arranged bids. Also defines the consequences of a score and who may decide about it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from libs.contracts.events.admin import (
    FurtherCode,
    RiskCode,
    RiskDecision,
    RiskDecisionReason,
    RiskKind,
    RiskLevel,
    TakeoverCode,
)
from services.admin.cases.rules import CaseOver, OwnCase, WrongDecision

State = Literal["open", "released", "confirmed"]
BECOMES: dict[RiskDecision, State] = {"release": "released", "confirm": "confirmed"}
WINDOW = timedelta(days=180)
# Minimum number of a seller's auctions in which a bidder must bid to be scored, and maximum number of newest
# auctions considered.
MIN_AUCTIONS, MAX_AUCTIONS = 3, 500
# Maximum number of bidders to score again when an auction ends. Those with the most bids are scored.
MAX_BIDDERS = 300
REVIEW, HOLD = 60, 85
# Figures older than the window do not count. `UNENDED_KEPT` is for auctions that never ended.
AUCTIONS_KEPT, UNENDED_KEPT, PAIRS_KEPT = WINDOW, timedelta(days=400), timedelta(days=400)
NEW_FOR = timedelta(days=135)
ACCOUNTS_KEPT = WINDOW + NEW_FOR
DECIDED_WITHIN: dict[RiskLevel, timedelta] = {"review": timedelta(hours=72), "hold": timedelta(hours=24)}
MAX_REASONS = 3
DECIDED_FOR: dict[tuple[RiskKind, RiskDecision], frozenset[RiskDecisionReason]] = {
    ("bids", "release"): frozenset({"nothing_shown", "known_to_each_other", "other"}),
    ("bids", "confirm"): frozenset({"same_person", "prices_driven", "other"}),
    ("takeover", "release"): frozenset({"nothing_shown", "owner_confirmed", "other"}),
    ("takeover", "confirm"): frozenset({"account_taken", "other"}),
    ("deals", "release"): frozenset({"nothing_shown", "known_to_each_other", "other"}),
    ("deals", "confirm"): frozenset({"same_person", "made_up", "other"}),
    ("sales", "release"): frozenset({"nothing_shown", "other"}),
    ("sales", "confirm"): frozenset({"sales_go_wrong", "other"}),
}

# In hundredths. An honest fan with little money bids on one seller, seldom wins, stops early and raises by
# the minimum. Such a bidder stays below the review limit. With a shared browser or address, the score stays
# below a payout hold.
WEIGHTS: dict[RiskCode | FurtherCode, int] = {
    "concentrated": 22, "never_wins": 20, "stops_early": 6, "least_raises": 10, "answers": 16, "new_account": 12,
    "reciprocal": 24, "unpaid": 14, "second_chance": 14, "retracted": 6,
    "shared_signal": 26,
}  # fmt: skip


@dataclass(frozen=True)
class Figures:
    auctions: int
    bids: int
    bids_in_all: int
    wins: int
    raises: int
    least_raises: int
    answers: int
    # Auctions with a known start, and auctions in which the bidder's last bid came before the last tenth.
    timed: int
    early: int
    unpaid: int
    second_chances: int
    retracted: int
    # The bidder's own auctions on which the seller bid.
    reciprocal: int
    first_at: datetime
    registered_at: datetime | None
    # Auctions of all sellers on whom the bidder bids often without ever winning.
    unwon: int = 0
    # Number of shared browsers, addresses and bank accounts.
    shared: int = 0


@dataclass(frozen=True)
class Reason:
    code: RiskCode | TakeoverCode | FurtherCode
    figure: int
    of: int | None
    adds: float


@dataclass(frozen=True)
class Score:
    hundredths: int
    reasons: tuple[Reason, ...]

    @property
    def level(self) -> RiskLevel | None:
        if self.hundredths >= HOLD:
            return "hold"
        return "review" if self.hundredths >= REVIEW else None


def bidder_habits(found: Mapping[tuple[int, int], Figures]) -> dict[tuple[int, int], Figures]:
    """Adds figures across all sellers, because someone who drives prices for two sellers bids half as often
    on each."""
    unwon = Counter[int]()
    for (bidder, _), one in found.items():
        unwon[bidder] += 0 if one.wins else one.auctions
    return {(bidder, seller): replace(one, unwon=unwon[bidder]) for (bidder, seller), one in found.items()}


def score_bidder(one: Figures) -> Score:
    if one.auctions < MIN_AUCTIONS:
        return Score(0, ())
    return score_figures(_reasons(one))


def score_figures(reasons: Iterable[Reason]) -> Score:
    found = sorted(reasons, key=lambda each: (-each.adds, each.code))
    total = min(100, int(sum(each.adds for each in found) + 1e-9))
    return Score(total, tuple(each for each in found if each.adds > 0)[:MAX_REASONS])


def _reasons(one: Figures) -> list[Reason]:
    # A few auctions or raises do not show a habit. Losing five times may be bad luck.
    auctions = one.auctions if one.wins else max(one.auctions, one.unwon)
    evidence, habit = ramp(auctions, 0, 7), ramp(one.raises, 1, 8)
    never = (1 - ramp(_share(one.wins, one.auctions), 0, 0.15)) * ramp(auctions, 0, 10)
    since = None if one.registered_at is None else max(timedelta(), one.first_at - one.registered_at)
    is_new = 0.0 if since is None else 1 - ramp(since / NEW_FOR, 0.07, 1)
    own, early = _share(one.bids, one.bids_in_all), _share(one.early, one.timed)
    least, answers = _share(one.least_raises, one.raises), _share(one.answers, one.raises)
    return [
        _reason("concentrated", evidence * ramp(own, 0.1, 0.35), one.bids, one.bids_in_all),
        _reason("never_wins", never, one.wins, one.auctions),
        _reason("stops_early", evidence * ramp(early, 0.5, 0.95), one.early, one.timed),
        _reason("least_raises", habit * ramp(least, 0.5, 0.9), one.least_raises, one.raises),
        _reason("answers", habit * ramp(answers, 0.1, 0.4), one.answers, one.raises),
        _reason("new_account", is_new, 0 if since is None else since.days),
        _reason("reciprocal", ramp(one.reciprocal, 0, 4), one.reciprocal),
        _reason("unpaid", ramp(one.unpaid, 0, 2), one.unpaid),
        _reason("second_chance", ramp(one.second_chances, 0, 2), one.second_chances),
        _reason("retracted", ramp(one.retracted, 0, 2), one.retracted),
        _reason("shared_signal", float(one.shared > 0), one.shared),
    ]


def _reason(code: RiskCode | FurtherCode, strength: float, figure: int, of: int | None = None) -> Reason:
    return Reason(code, figure, of, WEIGHTS[code] * strength)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def ramp(value: float, low: float, high: float) -> float:
    """Rises linearly from 0 at `low` to 1 at `high`."""
    return min(1.0, max(0.0, (value - low) / (high - low)))


def is_money_held(kind: str, state: str, level: str, last: str | None) -> bool:
    """Money is held while a pair with a high score is under review, and after confirmation until it is
    released. It is never held because of a seller's sales."""
    if kind == "sales":
        return False
    if state != "open":
        return state == "confirmed"
    return level == "hold" or last == "confirmed"


def check_may_claim(state: str, staff_id: int, people: tuple[int, int]) -> None:
    """Raises if the pair is not open, or involves the staff member."""
    OwnCase.refuse_party(staff_id, people)
    if state != "open":
        raise CaseOver


def check_decision(
    state: str,
    wished: RiskDecision,
    *,
    kind: RiskKind = "bids",
    staff_id: int,
    people: tuple[int, int],
    last_by: int | None,
    reason: RiskDecisionReason = "other",
) -> bool:
    """Returns False if the same person already made this decision. A confirmed takeover may be released when
    the owner has the account back."""
    OwnCase.refuse_party(staff_id, people)
    if reason not in DECIDED_FOR[kind, wished]:
        raise WrongDecision
    if state == BECOMES[wished] and staff_id == last_by:
        return False
    is_back = (kind, state, wished) == ("takeover", "confirmed", "release")
    if state != "open" and not is_back:
        raise CaseOver
    return True
