import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

from libs.contracts.event import Event
from libs.contracts.events.auction import AuctionEnded, AuctionOpened, BidPlaced
from libs.contracts.events.auth import UserRegistered
from libs.contracts.events.sales import SaleSettled, SecondChanceAnswered

SELLER, SHILL, BUYER = 301, 302, 400
BEGIN = datetime(2026, 9, 1, tzinfo=UTC)
_auctions, _bids = itertools.count(8_000), itertools.count(90_000)


class AuctionStory:
    def __init__(self, day: int, seller: int = SELLER) -> None:
        self.id, self.seller, self.starts = next(_auctions), seller, BEGIN + timedelta(days=day)
        self.ends = self.starts + timedelta(days=7)
        self.ids: dict[str, Any] = {"auction_id": self.id, "product_id": self.id, "seller_id": seller}
        self.price, self.leader, self.count = 10_000, 0, 0
        self.events: list[Event] = [
            AuctionOpened(
                **self.ids, starting_price=10_000, bid_increment=500, buy_now_price=None, has_reserve=False,
                starts_at=self.starts, ends_at=self.ends, epoch=1,
            )
        ]  # fmt: skip

    def bid(self, who: int, hour: float, more: int = 500, **fields: Any) -> "AuctionStory":
        before, self.leader, self.price = self.leader, who, self.price + more
        self.count += 1
        event = BidPlaced(
            **self.ids, bid_id=next(_bids), bidder_id=who, bidder_name="a***z", amount=self.price,
            placed_at=self.starts + timedelta(hours=hour), previous_bidder_id=before or None, bid_count=self.count,
            minimum_bid=self.price + 500, ends_at=self.ends, reserve_met=None, epoch=1, **fields,
        )  # fmt: skip
        self.events.append(event)
        return self

    def end(self) -> list[Event]:
        event = AuctionEnded(
            **self.ids, outcome="sold", winner_id=self.leader, price=self.price, highest_bidder_id=self.leader,
            highest_bid=self.price, bid_count=self.count, ended_at=self.ends, epoch=1,
        )  # fmt: skip
        return [*self.events, event]

    def unpaid(self, by: int, second: int) -> list[Event]:
        """The winner did not pay and the next bidder took the auction."""
        at = self.ends + timedelta(days=3)
        return [
            SaleSettled(**self.ids, winner_id=by, price=self.price, paid=False, settled_at=at),
            SecondChanceAnswered(
                **self.ids, bidder_id=second, price=self.price, answer="accepted", answered_at=at
            ),
        ]


def driven_up(day: int, *, seller: int = SELLER, shill: int = SHILL, buyer: int = BUYER) -> list[Event]:
    """The shill answers each bid at once by the minimum, and stops early."""
    auction = AuctionStory(day, seller).bid(buyer, 1, 0)
    for hour in (2, 2.02, 2.04):
        auction.bid(shill, hour).bid(buyer, hour + 0.01, 1_000)
    return auction.end()


def registered(who: int, at: datetime) -> UserRegistered:
    return UserRegistered(user_id=who, is_seller=False, registered_at=at)


def ring(auctions: int = 6, since: int = 0, **people: int) -> list[Event]:
    """One auction a day, each with another buyer."""
    shill = people.get("shill", SHILL)
    events = [driven_up(since + n, buyer=BUYER + n, **people) for n in range(auctions)]
    return [registered(shill, BEGIN - timedelta(days=3)), *itertools.chain.from_iterable(events)]
