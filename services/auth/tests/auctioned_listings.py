import itertools
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from libs.contracts.event import Event
from libs.contracts.events.auction import (
    AuctionEnded,
    AuctionWon,
    BidderLost,
    BidderOutbid,
    BidderReleased,
    BidderReminded,
)
from libs.contracts.events.catalog import ProductListed
from libs.contracts.events.sales import (
    PaymentReminded,
    SecondChanceAnswered,
    SecondChanceOffered,
    StrikeGiven,
    StrikeReviewed,
)
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.tests.people import Person, a_person

_ids = itertools.count(610_000)
PATH = "/api/notifications"


class AuctionedListing:
    def __init__(self, seller: Person, bidder: Person) -> None:
        self.seller, self.bidder = seller, bidder
        self.auction_id, self.product_id = next(_ids), next(_ids)

    @property
    def ids(self) -> dict[str, Any]:
        return {"auction_id": self.auction_id, "product_id": self.product_id, "seller_id": self.seller.id}

    def listed(self, name: str = "Oud Meridian", **changes: Any) -> ProductListed:
        usual: dict[str, Any] = {
            "product_id": self.product_id, "seller_id": self.seller.id, "auction_id": self.auction_id, "name": name,
            "brand": "Verrane", "description": "", "listing_type": "auction", "category_id": 4, "price": 10_000,
            "stock_quantity": 1, "volume_ml": 50, "remaining_percent": 60, "batch_code": None, "purchase_year": 2024,
            "box_condition": "Good", "images": [], "listed_at": clock.about_now(),
        }  # fmt: skip
        return ProductListed(**(usual | changes))

    def outbid(self, price: int = 11_000, **changes: Any) -> BidderOutbid:
        usual: dict[str, Any] = {"price": price, "ends_at": soon(hours=3), "outbid_at": clock.about_now()}
        return BidderOutbid(**({"user_id": self.bidder.id} | self.ids | usual | changes))


def soon(**span: float) -> datetime:
    return clock.about_now() + timedelta(**span)


async def an_auctioned_listing(auth: Service) -> AuctionedListing:
    listing = AuctionedListing(await a_person(auth), await a_person(auth))
    await auth.deliver(listing.listed())
    return listing


async def frames_for(auth: Service, reader: Person) -> list[dict[str, Any]]:
    rows = await auth.rows("SELECT id FROM notifications WHERE user_id = :id ORDER BY id", id=reader.id)
    return [event for row in rows for event in await auth.recorded(f"notification-{row['id']}")]


async def notifications_of(reader: Person) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = (await reader.call("GET", PATH)).json()
    return rows


Maker = Callable[[AuctionedListing], Event]
NOW = clock.about_now
NEWS: dict[str, tuple[Maker, str, str, str]] = {
    "outbid": (
        lambda listing: listing.outbid(),
        "bidder",
        "Somebody else leads on Oud Meridian, at RM 110.00.",
        "/auctions/{}",
    ),
    "ending_soon": (
        lambda listing: BidderReminded(
            user_id=listing.bidder.id, price=11_000, ends_at=soon(hours=1), notified_at=NOW(), **listing.ids
        ),
        "bidder",
        "The bids on Oud Meridian stand at RM 110.00. It ends on ",
        "/auctions/{}",
    ),
    "won": (
        lambda listing: AuctionWon(
            winner_id=listing.bidder.id, price=12_000, won_at=NOW(), pay_by=soon(hours=48), **listing.ids
        ),
        "bidder",
        "You won Oud Meridian for RM 120.00. Pay the seller by ",
        "/auctions/{}",
    ),
    "sold": (
        lambda listing: AuctionWon(
            winner_id=listing.bidder.id, price=12_000, won_at=NOW(), pay_by=soon(hours=48), **listing.ids
        ),
        "seller",
        "You sold Oud Meridian for RM 120.00. The winner may pay until ",
        "/auctions/{}",
    ),
    "lost": (
        lambda listing: BidderLost(
            user_id=listing.bidder.id, outcome="sold", price=12_000, lost_at=NOW(), **listing.ids
        ),
        "bidder",
        "Somebody else won Oud Meridian, for RM 120.00.",
        "/auctions/{}",
    ),
    "lost_to_reserve": (
        lambda listing: BidderLost(
            user_id=listing.bidder.id, outcome="reserve_not_met", price=None, lost_at=NOW(), **listing.ids
        ),
        "bidder",
        "The bids on Oud Meridian did not reach the reserve price.",
        "/auctions/{}",
    ),
    "reserve_not_met": (
        lambda listing: ended(
            listing, outcome="reserve_not_met", highest_bid=11_000, highest_bidder_id=listing.bidder.id
        ),
        "seller",
        "The auction of Oud Meridian ended at RM 110.00, below your reserve price.",
        "/auctions/{}",
    ),
    "no_bids": (
        lambda listing: ended(listing),
        "seller",
        "Nobody bid on Oud Meridian. You can list it again.",
        "relist",
    ),
    "auction_cancelled": (
        lambda listing: BidderReleased(user_id=listing.bidder.id, released_at=NOW(), **listing.ids),
        "bidder",
        "The auction of Oud Meridian was cancelled. Your bid counts no more.",
        "/auctions/{}",
    ),
    "payment_due": (
        lambda listing: PaymentReminded(
            winner_id=listing.bidder.id, price=12_000, pay_by=soon(hours=24), reminded_at=NOW(), **listing.ids
        ),
        "bidder",
        "Pay RM 120.00 for Oud Meridian by ",
        "/auctions/{}",
    ),
    "second_chance": (
        lambda listing: SecondChanceOffered(
            bidder_id=listing.bidder.id,
            price=11_000,
            offered_at=NOW(),
            expires_at=soon(hours=24),
            **listing.ids,
        ),
        "bidder",
        "The seller offers you Oud Meridian for RM 110.00. Answer by ",
        "/auctions/{}",
    ),
    "second_chance_missed": (
        lambda listing: SecondChanceAnswered(
            bidder_id=listing.bidder.id, price=11_000, answer="declined", answered_at=NOW(), **listing.ids
        ),
        "seller",
        "Nobody took your second-chance offer of Oud Meridian for RM 110.00.",
        "/auctions/{}",
    ),
    "strike": (
        lambda listing: StrikeGiven(
            user_id=listing.bidder.id, strikes=1, suspended_until=None, given_at=NOW(), **listing.ids
        ),
        "bidder",
        "You won Oud Meridian and did not pay. If it happens again within 90 days",
        "/auctions/{}",
    ),
    "bidding_paused": (
        lambda listing: StrikeGiven(
            user_id=listing.bidder.id, strikes=2, suspended_until=soon(days=14), given_at=NOW(), **listing.ids
        ),
        "bidder",
        "You won Oud Meridian and did not pay. You can bid again after ",
        "/auctions/{}",
    ),
    "strike_lifted": (
        lambda listing: reviewed(listing, lifted=True),
        "bidder",
        "Our staff looked at Oud Meridian: it was paid. The strike counts no more.",
        "/cases/strikes/77",
    ),
    "strike_stays": (
        lambda listing: reviewed(listing, lifted=False),
        "bidder",
        "Our staff looked at Oud Meridian: it was paid. The strike stays.",
        "/cases/strikes/77",
    ),
    "strike_lifted_seller": (
        lambda listing: reviewed(listing, lifted=True),
        "seller",
        "You wrote that Oud Meridian was not paid. Our staff looked at it: it was paid.",
        "/auctions/{}",
    ),
    "strike_stays_seller": (
        lambda listing: reviewed(listing, lifted=False),
        "seller",
        "You wrote that Oud Meridian was not paid. Our staff looked at it: it was paid.",
        "/auctions/{}",
    ),
}
WITHOUT_MAIL = {"ending_soon", "lost", "lost_to_reserve"}


def reviewed(listing: AuctionedListing, *, lifted: bool) -> StrikeReviewed:
    return StrikeReviewed(
        case_id=7, strike_id=77, user_id=listing.bidder.id, lifted=lifted, outcome="done", reason="was_paid", strikes=1,
        suspended_until=None, decided_at=NOW(), **listing.ids,
    )  # fmt: skip


def ended(listing: AuctionedListing, **changes: Any) -> AuctionEnded:
    usual: dict[str, Any] = {
        "outcome": "no_bids", "winner_id": None, "price": None, "highest_bidder_id": None, "highest_bid": None,
        "bid_count": 0, "ended_at": clock.about_now(), "epoch": 1,
    }  # fmt: skip
    return AuctionEnded(**(listing.ids | usual | changes))
