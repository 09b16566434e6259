"""Generates a market for `bench/risk.py`: honest bidders and labelled rings, independent of the scoring
rules."""

import heapq
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from libs.contracts.event import Event
from libs.contracts.events.auction import AuctionEnded, AuctionOpened, BidPlaced
from libs.contracts.events.auth import UserRegistered
from libs.contracts.events.sales import SaleSettled, SecondChanceAnswered

BEGIN, DAYS = datetime(2026, 5, 1, tzinfo=UTC), 150
SELLERS, BIDDERS, AUCTIONS = 60, 900, 1_500
LONE, SHARED, MUTUAL = 12, 4, 5
STEP = 500
TimedEvent = tuple[datetime, Event]


@dataclass
class Habit:
    # When in the auction they bid, as a fraction, and how often.
    comes: tuple[float, float] = (0.0, 1.0)
    visits: tuple[int, int] = (1, 5)
    # The highest bid as a fraction of the bottle's value.
    limit: tuple[float, float] = (0.6, 1.15)
    # How often they raise by the minimum and respond within seconds.
    least: float = 0.5
    answers: float = 0.15
    # The share of auctions of their sellers, and of other sellers, that they join.
    of_own: float = 0.0
    of_others: float = 0.012
    pays: float = 0.96


PLAIN = Habit()
SNIPER = Habit(comes=(0.96, 1.0), visits=(1, 3), least=0.4, answers=0.5)
NIBBLER = Habit(visits=(3, 9), least=0.95, answers=0.5)
# Honest bidders who resemble shills.
FAN = Habit(visits=(2, 6), limit=(0.75, 1.2), least=0.6, answers=0.3, of_own=0.6, of_others=0.003)
POOR_FAN = Habit(visits=(1, 4), limit=(0.45, 0.85), least=0.7, answers=0.15, of_own=0.5, of_others=0.008)
DREAMER = Habit(comes=(0.0, 0.9), visits=(1, 3), limit=(0.35, 0.7), least=0.8, answers=0.1, of_others=0.06)
HONEST = ((PLAIN, 66), (SNIPER, 12), (NIBBLER, 8), (FAN, 6), (POOR_FAN, 2), (DREAMER, 6))


def shill(dice: random.Random) -> Habit:
    """A bidder who only raises prices, more or less carefully."""
    return Habit(
        comes=(0.0, dice.uniform(0.75, 0.95)), visits=(3, 8), limit=(0.45, dice.uniform(0.8, 1.0)),
        least=dice.uniform(0.6, 0.95), answers=dice.uniform(0.2, 0.8), of_own=dice.uniform(0.4, 0.9),
        of_others=dice.choice((0.0, 0.001, 0.003, 0.006)), pays=0.1,
    )  # fmt: skip


@dataclass
class Person:
    """A bidder and their favourite sellers."""

    id: int
    habit: Habit
    registered_at: datetime
    own: tuple[int, ...] = ()


@dataclass
class Market:
    """Events in order of time, and the arranged pairs."""

    events: list[TimedEvent] = field(default_factory=list)
    rings: dict[tuple[int, int], str] = field(default_factory=dict)


class Maker:
    def __init__(self, seed: int) -> None:
        self.dice, self.first_id = random.Random(seed), seed * 1_000_000
        self.market, self.people = Market(), list[Person]()
        self.sellers = [self.first_id + n for n in range(1, SELLERS + 1)]
        self.next_id, self.next_bid = self.first_id + 1_000, self.first_id * 10

    def make(self) -> Market:
        for _ in range(BIDDERS):
            habit = self.dice.choices([one for one, _ in HONEST], [share for _, share in HONEST])[0]
            own = (self.dice.choice(self.sellers),) if habit.of_own else ()
            self._add(habit, own, oldest=700)
        self._plant()
        for number in range(AUCTIONS):
            self._hold(self.first_id + number + 1, self.sellers[int(SELLERS * self.dice.random() ** 1.5)])
        self.market.events.sort(key=lambda dated: dated[0])
        return self.market

    def _add(self, habit: Habit, own: tuple[int, ...], *, oldest: int, user_id: int | None = None) -> int:
        if user_id is None:
            self.next_id += 1
            user_id = self.next_id
        at = BEGIN + timedelta(days=self.dice.uniform(-oldest, DAYS / 2))
        self.people.append(Person(user_id, habit, at, own))
        event = UserRegistered(user_id=user_id, is_seller=False, registered_at=at)
        self.market.events.append((at, event))
        return user_id

    def _plant(self) -> None:
        """Rings: one bidder for one seller, two or three for two sellers, two sellers for each other."""
        chosen = self.dice.sample(self.sellers[: SELLERS * 3 // 4], LONE + 2 * SHARED + 2 * MUTUAL)
        for seller in chosen[:LONE]:
            self._ring("lone", self._add(shill(self.dice), (seller,), oldest=120), (seller,))
        for number in range(SHARED):
            both = tuple(chosen[LONE + 2 * number : LONE + 2 * number + 2])
            for _ in range(self.dice.choice((2, 3))):
                self._ring("shared", self._add(shill(self.dice), both, oldest=120), both)
        rest = chosen[LONE + 2 * SHARED :]
        for one, other in zip(rest[::2], rest[1::2], strict=True):
            for bidder, seller in ((one, other), (other, one)):
                self._add(shill(self.dice), (seller,), oldest=500, user_id=bidder)
                self._ring("mutual", bidder, (seller,))

    def _ring(self, kind: str, bidder: int, sellers: tuple[int, ...]) -> None:
        for seller in sellers:
            self.market.rings[bidder, seller] = kind

    def _hold(self, auction_id: int, seller_id: int) -> None:
        dice = self.dice
        starts = BEGIN + timedelta(days=dice.uniform(0, DAYS - 8))
        auction = _Auction(auction_id, seller_id, starts, starts + timedelta(days=dice.choice((3, 5, 7))),
                   int(dice.lognormvariate(10.3, 0.5)))  # fmt: skip
        self.market.events.append((starts, auction.opened()))
        coming = [person for person in self.people if self._takes_part(person, auction)]
        self.market.events += self._bids(auction, coming)
        self.market.events.append((auction.ends, auction.ended()))
        if auction.leader is not None:
            self.market.events += self._sale(
                auction, next(item for item in coming if item.id == auction.leader)
            )

    def _takes_part(self, one: Person, auction: "_Auction") -> bool:
        if one.id == auction.seller_id or one.registered_at > auction.starts:
            return False
        share = one.habit.of_own if auction.seller_id in one.own else one.habit.of_others
        return self.dice.random() < share

    def _bids(self, auction: "_Auction", coming: list[Person]) -> Iterator[TimedEvent]:
        dice, length = self.dice, (auction.ends - auction.starts).total_seconds()
        limits = {item.id: int(dice.uniform(*item.habit.limit) * auction.worth) for item in coming}
        visits = [
            (dice.uniform(*item.habit.comes) * length, item.id, item)
            for item in coming for _ in range(dice.randint(*item.habit.visits))
        ]  # fmt: skip
        heapq.heapify(visits)
        by_id = {item.id: item for item in coming}
        while visits:
            second, person_id, person = heapq.heappop(visits)
            if person_id == auction.leader or second >= length or auction.least > limits[person_id]:
                continue
            before = auction.leader
            yield auction.bid(
                self._amount(auction, person, limits[person_id]), person_id, second, self._bid_id()
            )
            if before is not None and dice.random() < by_id[before].habit.answers:
                answer = second + dice.expovariate(1 / 40)
                if answer < length * by_id[before].habit.comes[1]:
                    heapq.heappush(visits, (answer, before, by_id[before]))

    def _amount(self, auction: "_Auction", person: Person, limit: int) -> int:
        if self.dice.random() < person.habit.least:
            return auction.least
        return min(limit, auction.least + STEP * self.dice.randint(1, 6))

    def _bid_id(self) -> int:
        self.next_bid += 1
        return self.next_bid

    def _sale(self, auction: "_Auction", winner: Person) -> Iterator[TimedEvent]:
        """A shill who wins does not pay, and the next bidder may buy."""
        paid, at = (
            self.dice.random() < winner.habit.pays,
            auction.ends + timedelta(days=self.dice.uniform(1, 3)),
        )
        ids: dict[str, Any] = {
            "auction_id": auction.auction_id,
            "product_id": auction.auction_id,
            "seller_id": auction.seller_id,
        }
        yield at, SaleSettled(**ids, winner_id=winner.id, price=auction.price, paid=paid, settled_at=at)
        if not paid and auction.second is not None and self.dice.random() < 0.5:
            later = at + timedelta(days=1)
            yield (
                later,
                SecondChanceAnswered(
                    **ids, bidder_id=auction.second, price=auction.price, answer="accepted", answered_at=later
                ),
            )


@dataclass
class _Auction:
    auction_id: int
    seller_id: int
    starts: datetime
    ends: datetime
    worth: int
    price: int = 0
    leader: int | None = None
    second: int | None = None
    bids: int = 0

    @property
    def least(self) -> int:
        return self.price + STEP if self.bids else self.worth * 2 // 5

    def opened(self) -> AuctionOpened:
        return AuctionOpened(
            auction_id=self.auction_id, product_id=self.auction_id, seller_id=self.seller_id,
            starting_price=self.least, bid_increment=STEP, buy_now_price=None, has_reserve=False,
            starts_at=self.starts, ends_at=self.ends, epoch=1,
        )  # fmt: skip

    def bid(self, amount: int, bidder_id: int, second: float, bid_id: int) -> TimedEvent:
        at, before = self.starts + timedelta(seconds=second), self.leader
        self.price, self.second, self.leader = amount, before, bidder_id
        self.bids += 1
        return at, BidPlaced(
            auction_id=self.auction_id, product_id=self.auction_id, seller_id=self.seller_id, bid_id=bid_id,
            bidder_id=bidder_id, bidder_name="a***z", amount=amount, placed_at=at, previous_bidder_id=before,
            bid_count=self.bids, minimum_bid=self.least, ends_at=self.ends, reserve_met=None, epoch=1,
        )  # fmt: skip

    def ended(self) -> AuctionEnded:
        return AuctionEnded(
            auction_id=self.auction_id, product_id=self.auction_id, seller_id=self.seller_id,
            outcome="sold" if self.bids else "no_bids", winner_id=self.leader,
            price=self.price if self.bids else None, highest_bidder_id=self.leader,
            highest_bid=self.price if self.bids else None, bid_count=self.bids, ended_at=self.ends, epoch=1,
        )  # fmt: skip
