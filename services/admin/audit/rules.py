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

from libs.contracts.event import Event
from libs.contracts.events import auction, catalog

# Events are counted per day in the users' time zone.
MALAYSIA = ZoneInfo("Asia/Kuala_Lumpur")
EVENT_DAYS_KEPT = timedelta(days=400)
SHOWN_EVENTS = (
    "UserRegistered", "UserErased", "UserBanned", "ProductListed", "AuctionOpened", "AuctionWon", "BidPlaced",
    "DealOpened", "DealCompleted", "DealCancelled", "BoostPaid", "FundsHeld", "DisputeOpened", "ListingReported",
    "MessageReported",
)  # fmt: skip

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]{8,15}(Z|[+-]\d\d:\d\d)")


# Auth's events have their own chain, because they are retained longer and a chain can only expire from its
# beginning.
Chain = Literal["accounts", "rest"]
CHAINS: tuple[Chain, ...] = ("accounts", "rest")
NOTHING = "0" * 64


def recordable(data: dict[str, Any], words: frozenset[str] | None) -> dict[str, Any]:
    """Removes text that people wrote. If the type of event is unknown, only values that cannot be text are
    kept."""
    if words is None:
        return {name: value for name, value in data.items() if _no_words(value)}
    return {name: value for name, value in data.items() if name not in words}


def _no_words(value: Any) -> bool:
    if isinstance(value, list):
        return all(_no_words(part) for part in value)
    if isinstance(value, str):
        return MOMENT.fullmatch(value) is not None
    return not isinstance(value, dict)


# The fields of an entry that say who acted on a person or reported them, or why.
_NAMING = {"byAdminId", "reporterId", "reporterIds", "reasons"}


def is_hidden_from(reader_id: int, data: Mapping[str, Any]) -> bool:
    """True if others acted on the reader or on their order, case or money, reported them, or suspected them.
    Ids of other things may equal the reader's id, so an unrelated entry may be hidden, too."""
    if not _NAMING & data.keys() or data.get("byAdminId") == reader_id:
        return False
    if reader_id in data.get("partyIds", ()):
        return True
    return any(value == reader_id for name, value in data.items() if name.endswith("Id"))


def name_of(kind: str) -> str:
    """Returns the name in an event type: `BidPlaced` in `wangi.auction.BidPlaced.v1`."""
    parts = kind.split(".")
    return parts[-2] if len(parts) > 1 else kind


def by_day(events: Iterable[tuple[str, datetime]]) -> list[tuple[str, date, int]]:
    """Returns the number of events per name and day. Sorted, so that all writers lock rows in the same
    order."""
    days = Counter((name_of(kind), day_of(at)) for kind, at in events)
    return sorted((name, day, times) for (name, day), times in days.items())


def day_of(moment: datetime) -> date:
    return moment.astimezone(MALAYSIA).date()


def bounds_of(day: date) -> tuple[datetime, datetime]:
    begins = datetime.combine(day, time.min, MALAYSIA)
    return begins, begins + timedelta(days=1)


def chain_of(source: str) -> Chain:
    return "accounts" if source == "/auth" else "rest"


def storable(value: Any) -> Any:
    """Returns JSON as the table returns it. A number without a fraction becomes an integer."""
    if isinstance(value, dict):
        return {name: storable(part) for name, part in value.items()}
    if isinstance(value, list):
        return [storable(part) for part in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def link(before: str, number: int, entry: Mapping[str, Any]) -> str:
    """Returns the hash of an entry. It covers the previous hash, the number and the whole entry."""
    content = [
        before, number, entry["event_id"], entry["type"], entry["source"], entry["subject"], entry["version"],
        entry["happened_at"].astimezone(UTC).isoformat(timespec="microseconds"), storable(entry["data"]),
    ]  # fmt: skip
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


@dataclass
class Walk:
    """A check of a chain from start to end. `number` and `hash` belong to the last checked entry."""

    chain: str
    number: int
    hash: str | None = None
    checked: int = 0
    faults: list[str] = field(default_factory=list)

    def pass_by(self, entry: Mapping[str, Any], first: int, before_first: str) -> None:
        """Entries before `first` have expired."""
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
        if max(self.number + 1, first) <= last:
            self.faults.append(f"{self.chain}: {max(self.number + 1, first)} to {last} are missing")
        elif self.number == last and self.hash not in (None, head):
            self.faults.append(f"{self.chain}: {last} is not the entry that was written")


PublicKind = Literal[
    "AuctionOpened", "AuctionChanged", "BidPlaced", "BidsVoided", "AuctionExtended", "AuctionCancelled", "AuctionEnded",
    "ProductListed", "ProductChanged", "ProductRemoved", "ProductSold",
]  # fmt: skip
PUBLIC_KINDS: tuple[PublicKind, ...] = get_args(PublicKind)
_AUCTION = ("auction_id", "product_id", "seller_id")
_BOTTLE = (
    "product_id", "seller_id", "auction_id", "listing_type", "category_id", "price", "stock_quantity", "volume_ml",
    "remaining_percent", "purchase_year", "box_condition", "concentration", "state",
)  # fmt: skip
_TERMS = (*_AUCTION, "starting_price", "bid_increment", "buy_now_price", "has_reserve", "ends_at")
# Only the listed fields are public, so that a field added to an event later is not published by accident.
SHOWN: dict[PublicKind, tuple[type[Event], tuple[str, ...]]] = {
    "AuctionOpened": (auction.AuctionOpened, (*_TERMS, "starts_at")),
    "AuctionChanged": (auction.AuctionChanged, (*_TERMS, "minimum_bid", "changed_at")),
    "BidPlaced": (
        auction.BidPlaced,
        (
            *_AUCTION, "bid_id", "amount", "placed_at", "bid_count", "minimum_bid", "ends_at", "reserve_met", "is_auto",
        ),
    ),
    "BidsVoided": (auction.BidsVoided, (*_AUCTION, "current_bid", "bid_count", "reserve_met", "voided_at")),
    "AuctionExtended": (auction.AuctionExtended, ("auction_id", "product_id", "ends_at")),
    "AuctionCancelled": (auction.AuctionCancelled, (*_AUCTION, "cancelled_at")),
    "AuctionEnded": (
        auction.AuctionEnded, (*_AUCTION, "outcome", "price", "highest_bid", "bid_count", "ended_at"),
    ),
    "ProductListed": (catalog.ProductListed, (*_BOTTLE, "listed_at", "relist_of")),
    "ProductChanged": (catalog.ProductChanged, (*_BOTTLE, "status", "changed", "changed_at")),
    "ProductRemoved": (catalog.ProductRemoved, ("product_id", "seller_id", "auction_id", "removed_at")),
    "ProductSold": (catalog.ProductSold, ("product_id", "seller_id", "auction_id", "price", "sold_at")),
}  # fmt: skip
_FIELDS = {event.type_name(): (kind, tuple(map(to_camel, names))) for kind, (event, names) in SHOWN.items()}


@dataclass(frozen=True)
class PublicEvent:
    place: int
    kind: PublicKind
    at: datetime
    data: dict[str, Any]


@dataclass(frozen=True)
class Wishes:
    """Empty filters match everything."""

    kinds: frozenset[str] = frozenset()
    auction_id: int | None = None
    product_id: int | None = None

    def include(self, event: PublicEvent) -> bool:
        if self.kinds and event.kind not in self.kinds:
            return False
        if self.auction_id is not None and event.data.get("auctionId") != self.auction_id:
            return False
        return self.product_id is None or event.data.get("productId") == self.product_id


def public_event(place: int, type_name: str, at: datetime, data: Mapping[str, Any]) -> PublicEvent | None:
    """Returns None if the event is not public."""
    if (shown := _FIELDS.get(type_name)) is None:
        return None
    kind, names = shown
    return PublicEvent(place, kind, at, {name: data[name] for name in names if name in data})
