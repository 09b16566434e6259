"""The listings, sellers and prices of the demo shop. They are the same each time the demo is loaded."""

import json
import random
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Seller:
    username: str
    first_name: str
    last_name: str
    shop: str
    place: str
    state: str
    face: str
    bio: str


SELLERS = (
    Seller("demo_seller", "Farid", "Hassan", "Rak Farid", "Petaling Jaya", "Selangor", "avatar-01",
           "Twelve years of blind buys, now making room. I post every Tuesday and Friday, wrapped like glass."),
    Seller("demo_seller2", "Mei Ling", "Tan", "Half Full", "George Town", "Pulau Pinang", "avatar-02",
           "I finish one bottle a year and own forty. Everything here was kept in a drawer, away from the light."),
    Seller("demo_seller3", "Kavitha", "Raj", "Kavi's Vanity", "Ipoh", "Perak", "avatar-03",
           "Florals and attars from three generations of aunties. Ask me anything, I answer after eight."),
    Seller("demo_seller4", "Azlan", "Ibrahim", "Oud Lane", "Kota Bharu", "Kelantan", "avatar-04",
           "Gaharu, musk and smoke. Bought in Madinah and Dubai, receipts where I still have them."),
    Seller("demo_seller5", "Sarah", "Empading", "Borneo Sillage", "Kuching", "Sarawak", "avatar-05",
           "Posting from Kuching by surface mail: it takes a week, and it arrives."),
    Seller("demo_seller6", "Wei Jun", "Lim", "The Decant Drawer", "Johor Bahru", "Johor", "avatar-06",
           "Office-safe scents, honestly described. Meet-ups at JB Sentral welcome."),
)  # fmt: skip
# These sellers have no verified badge, so that reports and disputes cannot remove one.
WITHOUT_BADGE = SELLERS[2:6]
BUYERS = (("demo_buyer", "Daniel", "Lim"), ("demo_buyer2", "Nurul", "Izzati"))
BIDDERS = (("demo_bidder", "Hui Min", "Chong"), ("demo_bidder2", "Amirul", "Zain"))
ADMIN, MODERATOR = ("demo_admin", "Aisyah", "Rahman"), ("demo_moderator", "Hafiz", "Yusof")
SUPPORT, FINANCE = ("demo_support", "Mei", "Tan"), ("demo_finance", "Kavita", "Nair")
# Decides appeals against decisions of the first moderator.
SECOND_MODERATOR = ("demo_moderator2", "Siti", "Zulkifli")
STAFF = (
    ("admin", ADMIN), ("moderator", MODERATOR), ("moderator", SECOND_MODERATOR), ("support", SUPPORT),
    ("finance", FINANCE),
)  # fmt: skip
# A seller whose prices a friend raises.
DRIVEN_UP = Seller("demo_seller7", "Rosnah", "Idris", "Second Spray", "Klang", "Selangor", "avatar-06", "")
SHILL = ("demo_bidder3", "Ravi", "Chandran")

NOTES = (
    "A gift that does not suit me. Sprayed perhaps ten times, always put back in its box.",
    "Second owner; the first one showed me the receipt. Atomiser works, no leaks.",
    "Wore it for one wedding season and then my taste moved on. Kept in a cupboard.",
    "Hadiah hari jadi, jarang dipakai. Disimpan dalam almari, jauh dari cahaya.",
    "Dibeli di Dubai tahun itu juga. Botol bersih, penyembur elok.",
    "Downsizing before moving flat. Small scuff at the base, nothing on the front.",
    "My signature for a year, now replaced. Level exactly as in the second photograph.",
    "Bought duty free, opened a month later. I can measure the level again if you ask.",
)
# The API's names for concentrations whose labels differ.
CONCENTRATIONS = {"Attar": "Oil", "Cologne": "EDC"}
BOXES = ("Good", "Good", "Damaged", "No Box")
# How often each perfume is offered. The list repeats after sixteen perfumes. This gives about sixty listings.
OFFERED = (2, 1, 3, 2, 1, 2, 4, 1, 2, 1, 3, 1, 2, 2, 1, 2)


@dataclass(frozen=True)
class Stage:
    """The state of an auction: its end, number of bids, prices, and the last bidder's maximum."""

    ends: timedelta
    bids: int = 0
    reserve: float | None = None
    buy_now: float | None = None
    most: float | None = None


# Auctions by number of the offer. Reserve, Buy Now and maximum are multiples of the starting price.
AUCTIONS: dict[int, Stage] = {
    1: Stage(timedelta(hours=3, minutes=12), bids=7, reserve=1.1),
    6: Stage(timedelta(hours=20), bids=2, reserve=1.8, buy_now=2.2),
    11: Stage(timedelta(hours=30, minutes=25)),
    15: Stage(timedelta(minutes=48), bids=5),
    21: Stage(timedelta(days=2, hours=4), bids=1, buy_now=2.4),
    28: Stage(timedelta(days=3, hours=9), bids=4),
    33: Stage(timedelta(days=5), reserve=1.5),
    40: Stage(timedelta(days=6, hours=6), bids=3, buy_now=2.0),
    # Above what the demo's bidders pay, so that the first buyer wins and has to pay.
    46: Stage(timedelta(seconds=8), bids=3, most=3.5),
    52: Stage(timedelta(seconds=8)),
}
SOLD, ARCHIVED = (9, 37), (19,)


@dataclass(frozen=True)
class Offer:
    number: int
    seller: Seller
    photos: list[str]
    form: dict[str, Any]
    stage: Stage | None = None

    def listed(self, now: datetime) -> dict[str, Any]:
        """Returns the form to send now. The end of an auction is counted from `now`."""
        if self.stage is None:
            return self.form
        return self.form | _terms(self.form["price"], self.stage, now)


def offers() -> list[Offer]:
    """Returns all offers, sorted so that equal bottles do not follow each other."""
    dice, perfumes_offered = random.Random(2025), list[tuple[dict[str, Any], Seller, int]]()
    for row, perfume in enumerate(json.loads((HERE / "perfumes.json").read_text())):
        whose = dice.sample(SELLERS, k=OFFERED[row % len(OFFERED)])
        perfumes_offered += [(perfume, seller, turn) for turn, seller in enumerate(whose)]
    perfumes_offered.sort(key=lambda offer: offer[2])
    return [_offer(number, *offer, dice) for number, offer in enumerate(perfumes_offered)]


def _offer(number: int, perfume: dict[str, Any], seller: Seller, turn: int, dice: random.Random) -> Offer:
    price = max(25, round(perfume["priceRm"] * dice.uniform(0.88, 1.14) / 5) * 5)
    words = perfume["words"] if turn == 0 else dice.choice(NOTES)
    form = {
        "name": perfume["name"],
        "brand": perfume["house"],
        "description": words,
        "notes": "; ".join(", ".join(part).lower() for part in perfume["notes"].values()),
        "concentration": CONCENTRATIONS.get(perfume["concentration"], perfume["concentration"]),
        "categoryId": perfume["categoryId"],
        "volume": perfume["volumeMl"],
        "remainingPercentage": perfume["remainingPercent"],
        "batchCode": perfume["batchCode"] if turn < 2 else None,
        "purchaseYear": max(1990, perfume["purchaseYear"] - turn),
        "boxCondition": dice.choice(BOXES),
        "isNew": perfume["remainingPercent"] >= 95,
        "state": seller.state,
        "stockQuantity": 1,
        "listingType": dice.choice(("fixed", "fixed", "negotiable")),
        "price": price,
    }
    return Offer(number, seller, perfume["photos"], form, AUCTIONS.get(number))


def _terms(price: int, stage: Stage, now: datetime) -> dict[str, Any]:
    start = max(10, price // 2 // 5 * 5)
    terms: dict[str, Any] = {
        "startingPrice": start,
        "bidIncrement": 5,
        "endsAt": (now + stage.ends).isoformat(),
    }
    if stage.reserve:
        terms["reservePrice"] = round(start * stage.reserve / 5) * 5
    if stage.buy_now:
        terms["buyNowPrice"] = round(start * stage.buy_now / 5) * 5
    return {"listingType": "auction", "auction": terms}
