"""Who is a verified seller: the criteria as a table, and what keeps the verification when one is missed."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from libs.contracts.events.admin import Decision
from libs.contracts.events.trades import Criterion

GRACE = timedelta(days=14)


# A deal below RM 10 proves nothing.
LEAST_AMOUNT = 1_000


# A report that staff agreed with counts for so long.
UPHELD_COUNTS = timedelta(days=180)


UPHELD: frozenset[Decision] = frozenset({"take_down", "hide", "warn", "suspend"})


State = Literal["met", "missing"]


@dataclass(frozen=True)
class Rule:
    """How much a criterion asks; `kept` is enough for a seller who is verified already."""

    wanted: int
    kept: int
    # Whether one that is missed later leaves time to mend it.
    has_grace: bool = True


# In the order in which they are shown. The average is in hundredths of a star.
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
    """What a verification stands on; `stars` is the sum of the public ratings in tenths of a star."""

    is_identified: bool
    delivered: int
    buyers: int
    rated: int
    stars: int
    has_payment_method: bool
    keeps_guidelines: bool

    def number(self, criterion: Criterion) -> int:
        """Return the number that a criterion is compared with."""
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
class Seal:
    """Whether a seller is verified, and until when they still are if nothing changes."""

    since: datetime | None = None
    grace_until: datetime | None = None


@dataclass(frozen=True)
class Line:
    """A criterion, as it is shown."""

    criterion: Criterion
    state: State
    now: int
    wanted: int
    kept: int


def missing(figures: Figures, *, is_verified: bool) -> list[Criterion]:
    """Return what a seller lacks to become verified, or to stay so."""
    return [
        name
        for name, rule in RULES.items()
        if figures.number(name) < (rule.kept if is_verified else rule.wanted)
    ]


def judge(seal: Seal, figures: Figures, now: datetime) -> Seal:
    """Return the seal after a change of the figures, or when the grace may be over."""
    lacking = missing(figures, is_verified=seal.since is not None)
    if not lacking:
        return Seal(seal.since or now)
    if seal.since is None or not all(RULES[name].has_grace for name in lacking):
        return Seal()
    until = seal.grace_until or now + GRACE
    return Seal(seal.since, until) if now < until else Seal()


def lines(figures: Figures, *, is_verified: bool) -> list[Line]:
    """Return every criterion with its number."""
    lacking = missing(figures, is_verified=is_verified)
    return [
        Line(name, "missing" if name in lacking else "met", figures.number(name), rule.wanted, rule.kept)
        for name, rule in RULES.items()
    ]
