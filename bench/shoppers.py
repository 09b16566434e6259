"""Generates honest purchases and labelled rings for `bench/deals.py`, independent of the scoring rules."""

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from libs.contracts.event import Event
from libs.contracts.events.protection import DisputeOpened, FundsRefunded
from libs.contracts.events.signals import AccountSignalShared
from libs.contracts.events.trades import CancelledBy, DealCancelled, DealDelivered, DealOpened, ReviewRevealed

BEGIN, DAYS = datetime(2026, 5, 1, tzinfo=UTC), 170
SELLERS, BUYERS, FANS, NEIGHBOURS, HOUSEHOLDS, COLLECTORS = 120, 1_500, 60, 25, 40, 20
MUTUAL, LINKED, CALLED_OFF, BAD_SELLERS = 14, 14, 10, 8
TimedEvent = tuple[datetime, Event]


@dataclass
class Street:
    """Events in order of time, the review rings and the sellers whose sales fail."""

    events: list[TimedEvent] = field(default_factory=list)
    rings: dict[tuple[int, int], str] = field(default_factory=dict)
    bad_sellers: set[int] = field(default_factory=set)


@dataclass
class Manner:
    """How a kind of buyer purchases."""

    at_once: float = 0.02
    praise: float = 0.45
    high: float = 0.8
    won: float = 0.4
    called_off: float = 0.05
    disputed: float = 0.025


PLAIN = Manner()
FAN = Manner(praise=0.8, high=0.95, called_off=0.03)
NEIGHBOUR = Manner(at_once=0.8, praise=0.6, high=0.9)


class StreetMaker:
    def __init__(self, seed: int) -> None:
        self.dice, self.first_id = random.Random(seed), seed * 1_000_000
        self.street, self.number = Street(), seed * 1_000_000
        self.sellers = [self.first_id + n for n in range(1, SELLERS + 1)]
        self.people = self.first_id + 1_000

    def make(self) -> Street:
        dice = self.dice
        bad = set(dice.sample(self.sellers[40:], BAD_SELLERS))
        self.street.bad_sellers = bad
        for _ in range(BUYERS):
            buyer = self._person()
            for _ in range(min(12, int(dice.expovariate(1 / 2.5)) + 1)):
                seller = self.sellers[int(SELLERS * dice.random() ** 1.4)]
                self._buy(seller, buyer, self._manner(PLAIN, seller))
        for seller in bad:
            for _ in range(dice.randint(10, 25)):
                self._buy(seller, self._person(), self._manner(PLAIN, seller))
        self._honest()
        self._plant()
        self.street.events.sort(key=lambda dated: dated[0])
        return self.street

    def _honest(self) -> None:
        """Honest people who resemble a ring: fans, neighbours, households, collectors who swap."""
        dice = self.dice
        for count, manner, times in ((FANS, FAN, (4, 12)), (NEIGHBOURS, NEIGHBOUR, (3, 8))):
            for _ in range(count):
                seller, buyer = dice.choice(self.sellers), self._person()
                self._often(seller, buyer, dice.randint(*times), manner)
                self._elsewhere(buyer, dice.randint(0, 4))
        for _ in range(HOUSEHOLDS):
            seller, buyer = dice.choice(self.sellers), self._person()
            self._share(seller, buyer)
            self._often(seller, buyer, dice.choice((0, 0, 1, 2)), PLAIN)
            self._elsewhere(buyer, dice.randint(1, 5))
        for _ in range(COLLECTORS):
            one, other = dice.sample(self.sellers, 2)
            self._often(one, other, dice.randint(1, 4), FAN)
            self._often(other, one, dice.randint(1, 3), FAN)
            self._elsewhere(one, 3)

    def _plant(self) -> None:
        dice = self.dice
        for _ in range(MUTUAL):
            one, other = self._person(), self._person()
            manner = Manner(
                at_once=dice.uniform(0.5, 1), praise=dice.uniform(0.8, 1), high=1, called_off=0, disputed=0
            )
            for seller, buyer in ((one, other), (other, one)):
                self._often(seller, buyer, dice.randint(4, 10), manner)
                self._elsewhere(buyer, dice.randint(0, 3))
                self.street.rings[buyer, seller] = "mutual"
        for seller in dice.sample(self.sellers, LINKED):
            buyer = self._person()
            manner = Manner(
                at_once=dice.uniform(0.3, 1), praise=dice.uniform(0.7, 1), high=1, called_off=0.05
            )
            self._share(seller, buyer)
            self._often(seller, buyer, dice.randint(4, 12), manner)
            self._elsewhere(buyer, dice.randint(0, 2))
            self.street.rings[buyer, seller] = "linked"
        for seller in dice.sample(self.sellers, CALLED_OFF):
            buyer = self._person()
            self._often(seller, buyer, dice.randint(5, 9), Manner(won=1, called_off=dice.uniform(0.8, 1)))
            self._elsewhere(buyer, dice.randint(0, 2))
            self.street.rings[buyer, seller] = "called off"

    def _manner(self, usual: Manner, seller: int) -> Manner:
        return Manner(disputed=0.4, called_off=0.2) if seller in self.street.bad_sellers else usual

    def _person(self) -> int:
        self.people += 1
        return self.people

    def _often(self, seller: int, buyer: int, times: int, manner: Manner) -> None:
        for _ in range(times):
            self._buy(seller, buyer, manner)

    def _elsewhere(self, buyer: int, times: int) -> None:
        for seller in self.dice.sample([item for item in self.sellers if item != buyer], times):
            self._buy(seller, buyer, self._manner(PLAIN, seller))

    def _share(self, *people: int) -> None:
        self.number += 1
        at = BEGIN + timedelta(days=self.dice.uniform(0, 60))
        for person in people:
            event = AccountSignalShared(user_id=person, signal=self.number, by="device", since=at, seen_at=at)
            self.street.events.append((at, event))

    def _buy(self, seller: int, buyer: int, manner: Manner) -> None:
        self.number += 1
        dice, at = self.dice, BEGIN + timedelta(days=self.dice.uniform(0, DAYS))
        ids: dict[str, Any] = {
            "transaction_id": self.number, "product_id": self.number, "seller_id": seller, "buyer_id": buyer,
        }  # fmt: skip
        won = dice.random() < manner.won
        self._add(
            at,
            DealOpened(
                **ids, conversation_id=self.number, amount=int(dice.lognormvariate(10, 0.5)), opened_at=at,
                sold_by="auction" if won else "fixed", auction_id=self.number if won else None,
            ),
        )  # fmt: skip
        if dice.random() < manner.called_off:
            bad = seller in self.street.bad_sellers
            by: CancelledBy = "seller" if bad else dice.choice(("buyer", "seller", "agreement", "staff"))
            off = at + timedelta(days=dice.uniform(0.1, 3))
            self._add(
                off, DealCancelled(**ids, cancelled_by=by, reason="other", was_paid=False, cancelled_at=off)
            )
            return
        hours = dice.uniform(0.1, 5) if dice.random() < manner.at_once else dice.uniform(30, 150)
        came = at + timedelta(hours=hours)
        self._add(came, DealDelivered(**ids, amount=1, delivered_at=came))
        if dice.random() < manner.disputed:
            ends = came + timedelta(days=3)
            self._add(came, DisputeOpened(**ids, reason="counterfeit", evidence_until=ends, opened_at=came))
            if dice.random() < 0.7:
                self._add(ends, FundsRefunded(**ids, amount=1, reason="decided", refunded_at=ends))
            return
        if dice.random() < manner.praise:
            tenths = 50 if dice.random() < manner.high else dice.randint(10, 44)
            seen = came + timedelta(days=dice.uniform(1, 14))
            self._add(
                seen,
                ReviewRevealed(
                    **ids, review_id=self.number, about="seller", rating_tenths=tenths, revealed_at=seen
                ),
            )

    def _add(self, at: datetime, event: Event) -> None:
        self.street.events.append((at, event))
