"""The rules of the record: what it keeps of a fact, how facts are counted, how entries are chained."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Literal, get_args
from zoneinfo import ZoneInfo

from pydantic.alias_generators import to_camel

from libs.contracts.events import auction, catalog
from libs.contracts.fact import Fact

# Days of facts are those of the people who trade here.
MALAYSIA = ZoneInfo("Asia/Kuala_Lumpur")
FACT_DAYS_KEPT = timedelta(days=400)
# What staff's overview shows of a day.
SHOWN_FACTS = (
    "UserRegistered", "UserErased", "UserBanned", "ProductListed", "AuctionOpened", "AuctionWon", "BidPlaced",
    "DealOpened", "DealCompleted", "DealCancelled", "BoostPaid", "FundsHeld", "DisputeOpened", "ListingReported",
    "MessageReported",
)  # fmt: skip

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]{8,15}(Z|[+-]\d\d:\d\d)")


# What auth tells is kept longer than the rest; each has a chain of its own, of which only the beginning ends.
Chain = Literal["accounts", "rest"]
CHAINS: tuple[Chain, ...] = ("accounts", "rest")
NOTHING = "0" * 64


def recordable(data: dict[str, Any], words: frozenset[str] | None) -> dict[str, Any]:
    """Return a fact's data without the text that a person wrote; of an unknown fact only what surely is no
    such text."""
    if words is None:
        return {name: value for name, value in data.items() if _no_words(value)}
    return {name: value for name, value in data.items() if name not in words}


def _no_words(value: Any) -> bool:
    if isinstance(value, list):
        return all(_no_words(part) for part in value)
    if isinstance(value, str):
        return MOMENT.fullmatch(value) is not None
    return not isinstance(value, dict)


def name_of(kind: str) -> str:
    """Return the name in a kind of facts: `BidPlaced` in `wangi.auction.BidPlaced.v1`."""
    parts = kind.split(".")
    return parts[-2] if len(parts) > 1 else kind


def by_day(facts: Iterable[tuple[str, datetime]]) -> list[tuple[str, date, int]]:
    """Return how many facts of each kind happened on each day, in an order that all writers share: who adds
    to the same days at once waits and never deadlocks."""
    days = Counter((name_of(kind), day_of(at)) for kind, at in facts)
    return sorted((name, day, times) for (name, day), times in days.items())


def day_of(moment: datetime) -> date:
    """Return the day in Malaysia."""
    return moment.astimezone(MALAYSIA).date()


def bounds_of(day: date) -> tuple[datetime, datetime]:
    """Return the moments at which a day in Malaysia begins and ends."""
    begins = datetime.combine(day, time.min, MALAYSIA)
    return begins, begins + timedelta(days=1)


def chain_of(source: str) -> Chain:
    """Return the chain to which an entry of this source belongs."""
    return "accounts" if source == "/auth" else "rest"


def storable(value: Any) -> Any:
    """Return JSON as the table gives it back: a number without a fraction is whole."""
    if isinstance(value, dict):
        return {name: storable(part) for name, part in value.items()}
    if isinstance(value, list):
        return [storable(part) for part in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def link(before: str, number: int, entry: Mapping[str, Any]) -> str:
    """Return the hash of an entry: of the hash before it, its place, and everything that it says."""
    content = [
        before, number, entry["event_id"], entry["type"], entry["source"], entry["subject"], entry["version"],
        entry["happened_at"].astimezone(UTC).isoformat(timespec="microseconds"), storable(entry["data"]),
    ]  # fmt: skip
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


@dataclass
class Walk:
    """Going along a chain, entry by entry; `number` and `hash` are those of the one that was passed last."""

    chain: str
    number: int
    hash: str | None = None
    checked: int = 0
    faults: list[str] = field(default_factory=list)

    def pass_by(self, entry: Mapping[str, Any], first: int, before_first: str) -> None:
        """Look at the next entry; those before `first` were let go of as old."""
        number = entry["number"]
        if number > max(self.number + 1, first):
            self.faults.append(f"{self.chain}: {max(self.number + 1, first)} to {number - 1} are missing")
            self.hash = None
        elif number > self.number + 1:
            self.hash = before_first if number == first else None
        if self.hash is not None and entry["before"] != self.hash:
            self.faults.append(f"{self.chain}: {number} does not follow the one before")
        if link(entry["before"], number, entry) != entry["hash"]:
            self.faults.append(f"{self.chain}: {number} was changed")
        self.number, self.hash, self.checked = number, entry["hash"], self.checked + 1

    def end_at(self, last: int, head: str, first: int) -> None:
        """Compare with where the chain ended when the walk began."""
        if max(self.number + 1, first) <= last:
            self.faults.append(f"{self.chain}: {max(self.number + 1, first)} to {last} are missing")
        elif self.number == last and self.hash not in (None, head):
            self.faults.append(f"{self.chain}: {last} is not the entry that was written")


PublicKind = Literal[
    "AuctionOpened", "AuctionChanged", "BidPlaced", "BidsVoided", "AuctionExtended", "AuctionCancelled", "AuctionEnded",
    "ProductListed", "ProductChanged", "ProductRemoved", "ProductSold",
]  # fmt: skip
PUBLIC_KINDS: tuple[PublicKind, ...] = get_args(PublicKind)
_LOT = ("auction_id", "product_id", "seller_id")
_BOTTLE = (
    "product_id", "seller_id", "auction_id", "listing_type", "category_id", "price", "stock_quantity", "volume_ml",
    "remaining_percent", "purchase_year", "box_condition", "concentration", "state",
)  # fmt: skip
_TERMS = (*_LOT, "starting_price", "bid_increment", "buy_now_price", "has_reserve", "ends_at")
# Field by field: one that a fact gets later is not shown before it stands here.
SHOWN: dict[PublicKind, tuple[type[Fact], tuple[str, ...]]] = {
    "AuctionOpened": (auction.AuctionOpened, (*_TERMS, "starts_at")),
    "AuctionChanged": (auction.AuctionChanged, (*_TERMS, "minimum_bid", "changed_at")),
    "BidPlaced": (
        auction.BidPlaced,
        (
            *_LOT, "bid_id", "amount", "placed_at", "bid_count", "minimum_bid", "ends_at", "reserve_met", "is_auto",
        ),
    ),
    "BidsVoided": (auction.BidsVoided, (*_LOT, "current_bid", "bid_count", "reserve_met", "voided_at")),
    "AuctionExtended": (auction.AuctionExtended, ("auction_id", "product_id", "ends_at")),
    "AuctionCancelled": (auction.AuctionCancelled, (*_LOT, "cancelled_at")),
    "AuctionEnded": (
        auction.AuctionEnded, (*_LOT, "outcome", "price", "highest_bid", "bid_count", "ended_at"),
    ),
    "ProductListed": (catalog.ProductListed, (*_BOTTLE, "listed_at", "relist_of")),
    "ProductChanged": (catalog.ProductChanged, (*_BOTTLE, "status", "changed", "changed_at")),
    "ProductRemoved": (catalog.ProductRemoved, ("product_id", "seller_id", "auction_id", "removed_at")),
    "ProductSold": (catalog.ProductSold, ("product_id", "seller_id", "auction_id", "price", "sold_at")),
}  # fmt: skip
_FIELDS = {fact.type_name(): (kind, tuple(map(to_camel, names))) for kind, (fact, names) in SHOWN.items()}


@dataclass(frozen=True)
class PublicEvent:
    """A fact as everybody may see it, at its place in the record."""

    place: int
    kind: PublicKind
    at: datetime
    data: dict[str, Any]


@dataclass(frozen=True)
class Wishes:
    """Which events are followed: those of some kinds, of one auction, of one listing; empty is all."""

    kinds: frozenset[str] = frozenset()
    auction_id: int | None = None
    product_id: int | None = None

    def include(self, event: PublicEvent) -> bool:
        """Return whether an event is among them."""
        if self.kinds and event.kind not in self.kinds:
            return False
        if self.auction_id is not None and event.data.get("auctionId") != self.auction_id:
            return False
        return self.product_id is None or event.data.get("productId") == self.product_id


def public_event(place: int, type_name: str, at: datetime, data: Mapping[str, Any]) -> PublicEvent | None:
    """Return a fact of the record as everybody may see it; None for one that is not for everybody."""
    if (shown := _FIELDS.get(type_name)) is None:
        return None
    kind, names = shown
    return PublicEvent(place, kind, at, {name: data[name] for name in names if name in data})
