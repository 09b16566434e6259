from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from libs.contracts.events.admin import Decision
from libs.contracts.events.trades import Criterion

GRACE = timedelta(days=14)


# RM 10. Cheaper deals do not count.
MIN_AMOUNT = 1_000


UPHELD_COUNTS = timedelta(days=180)


UPHELD: frozenset[Decision] = frozenset({"take_down", "hide", "warn", "suspend"})


State = Literal["met", "missing"]


@dataclass(frozen=True)
class Rule:
    """`wanted` is required for a new badge. `kept` is enough for a seller who is already verified."""

    wanted: int
    kept: int
    # True if the seller has time to meet the criterion again.
    has_grace: bool = True


# In display order. The average is in hundredths of a star.
RULES: dict[Criterion, Rule] = {
    "identity": Rule(1, 1, has_grace=False),
    "delivered": Rule(5, 5),
    "buyers": Rule(3, 3),
    "rated": Rule(3, 3),
    "average": Rule(450, 430),
    "payment_method": Rule(1, 1),
    "guidelines": Rule(1, 1, has_grace=False),
}


@dataclass(frozen=True)
class Figures:
    """`stars` is the sum of all public ratings, in tenths of a star."""

    is_identified: bool
    delivered: int
    buyers: int
    rated: int
    stars: int
    has_payment_method: bool
    keeps_guidelines: bool

    def number(self, criterion: Criterion) -> int:
        match criterion:
            case "identity":
                return int(self.is_identified)
            case "delivered":
                return self.delivered
            case "buyers":
                return self.buyers
            case "rated":
                return self.rated
            case "average":
                return self.stars * 10 // self.rated if self.rated else 0
            case "payment_method":
                return int(self.has_payment_method)
            case "guidelines":
                return int(self.keeps_guidelines)


@dataclass(frozen=True)
class Badge:
    """Since when a seller is verified, and when the badge will be lost."""

    since: datetime | None = None
    grace_until: datetime | None = None


@dataclass(frozen=True)
class Line:
    criterion: Criterion
    state: State
    now: int
    wanted: int
    kept: int


def missing_criteria(figures: Figures, *, is_verified: bool) -> list[Criterion]:
    return [
        name
        for name, rule in RULES.items()
        if figures.number(name) < (rule.kept if is_verified else rule.wanted)
    ]


def update_badge(badge: Badge, figures: Figures, now: datetime) -> Badge:
    lacking = missing_criteria(figures, is_verified=badge.since is not None)
    if not lacking:
        return Badge(badge.since or now)
    if badge.since is None or not all(RULES[name].has_grace for name in lacking):
        return Badge()
    until = badge.grace_until or now + GRACE
    return Badge(badge.since, until) if now < until else Badge()


def criteria_lines(figures: Figures, *, is_verified: bool) -> list[Line]:
    lacking = missing_criteria(figures, is_verified=is_verified)
    return [
        Line(name, "missing" if name in lacking else "met", figures.number(name), rule.wanted, rule.kept)
        for name, rule in RULES.items()
    ]
