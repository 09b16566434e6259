"""What a listing may be, what may be done with it in which state, and why catalog refuses."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from libs.contracts.events.boost import PackageType
from libs.kit.http.errors import DomainError
from libs.kit.http.parties import OwnMatter
from libs.kit.money import ringgit


class NoListing(DomainError):
    """No listing stands behind this auction, for certain; a 404 of a wrong address or secret has another
    code."""

    status = 404
    code = "no_listing"
    message = "No listing stands behind this auction."


class TermsRefused(DomainError):
    """The auction service does not take these terms; its own words and fields are passed on."""

    status = 422
    code = "invalid_input"
    message = "Some fields are not valid."


class AuctionHasBids(DomainError):
    """The terms are fixed after the first bid (U22); pictures may be added and a dated note appended."""

    code = "auction_has_bids"
    message = "An auction with bids can no longer be changed"


class AuctionOver(DomainError):
    """An auction that has ended is not reopened: the bottle is listed anew (C25)."""

    code = "auction_ended"
    message = "This auction has ended"


class SecondChanceOpen(DomainError):
    """A second chance is open: until it is answered the bottle is neither listed anew nor taken away."""

    code = "second_chance_open"
    message = "A second chance offer is still open."


class AuctionsPaused(DomainError):
    """An operator lets no new auctions begin; those that run go on."""

    code = "auctions_paused"
    message = "New auctions are paused right now. Please sell at a fixed price, or try again later."


class WrongStatus(DomainError):
    """The listing is not in a state from which this can be done."""

    code = "wrong_status"
    message = "This cannot be done with the listing as it is now"

    def __init__(self, status: str) -> None:
        super().__init__(status=status)


class ListingRemoved(DomainError):
    """There was a listing here, and it was taken away."""

    status = 410
    code = "listing_removed"
    message = "This listing is no longer available"


class OwnListing(OwnMatter):
    """A seller cannot make their own listing a favourite, nor report it, nor decide about it as staff."""

    status = 409
    code = "own_product"
    message = "This is your own listing"


class TooManyForSale(DomainError):
    """A seller has as many listings for sale at once as an operator lets them."""

    status = 409
    code = "too_many_for_sale"
    message = "You have as many listings for sale as one seller may. Please archive or delete some first."

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


class TooManyNew(DomainError):
    """A seller has put up as many listings within a day as an operator lets them."""

    status = 409
    code = "too_many_new"
    message = "You have put up as many listings as one seller may within 24 hours. Please go on later."

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


PRICE = "Price must be greater than 0"


LONGEST_WITH_NOTES = 8_000


# Reasons after which nothing brings a listing back.
FOR_GOOD = ("deleted", "seller_erased")


# From which states a seller may do what; `removed` is staff's, and only an appeal helps there.
MAY: dict[str, frozenset[str]] = {
    "edit": frozenset({"active", "archived", "pending"}),
    "archive": frozenset({"active", "pending"}),
    "restore": frozenset({"archived"}),
    "sell": frozenset({"active"}),
    "relist": frozenset({"archived", "sold", "active"}),
    "auction": frozenset({"archived", "sold", "active"}),
    "delete": frozenset({"active", "archived", "pending", "sold"}),
}


def check_status(act: str, status: str) -> None:
    """Refuse what a seller may not do in this state of the listing."""
    if status not in MAY[act]:
        raise WrongStatus(status)


def noted(description: str, note: str, day: str) -> str:
    """Return a description with a dated note under it: what was written before stays readable."""
    return f"{description}\n\n{day}: {note}"


def shown_status(status: str, *, featured: bool, ended: bool = False) -> str:
    """Return the status to show: a boosted listing is featured (C23), one whose auction found no buyer has
    ended if asked."""
    if status == "active" and ended:
        return "ended"
    return "featured" if status == "active" and featured else status


def boost_type(featured: datetime | None, premium: datetime | None, now: datetime) -> PackageType | None:
    """Return how a listing is boosted at this moment, given until when it is."""
    if premium is not None and premium > now:
        return "premium"
    return "standard" if featured is not None and featured > now else None


def price_per_ml(price: int, volume: int, percent: int) -> int:
    """Return sen for each millilitre that is left, to the nearest one."""
    left = volume * percent
    return (price * 100 * 2 + left) // (2 * left)


def at_least(words: str, least: int, longest: int, sentence: str) -> str:
    """Trim text of a form and refuse what is too short or too long."""
    words = words.strip()
    if len(words) < least:
        raise ValueError(sentence)
    if len(words) > longest:
        raise ValueError(f"Use {longest} characters or less")
    return words


def check_price(sen: int) -> int:
    """Refuse a price of nothing."""
    if sen < 1:
        raise ValueError(PRICE)
    return sen


def check_stock(pieces: int) -> int:
    """Refuse a negative stock; none means out of stock."""
    if pieces < 0:
        raise ValueError("Stock quantity must be 0 or greater")
    return pieces


def check_year(year: int, this_year: int) -> int:
    """Refuse a year in which the bottle cannot have been bought."""
    if not 1970 <= year <= this_year:
        raise ValueError("Purchase year must be between 1970 and this year")
    return year


def check_category(category_id: int) -> int:
    """Refuse what can be no category; which ones exist the table knows."""
    if category_id < 1:
        raise ValueError("Please select a category")
    return category_id


def check_reason(words: str) -> str:
    """Refuse a reason for a removal that is too short or stands for a removal of another kind."""
    words = at_least(words, 3, 300, "Please give a reason")
    if words in FOR_GOOD:
        raise ValueError("Please give a reason")
    return words


def optional(words: str | None, longest: int) -> str | None:
    """Trim a field that may be left empty."""
    words = (words or "").strip()
    if len(words) > longest:
        raise ValueError(f"Use {longest} characters or less")
    return words or None


def check_volume(volume: int) -> int:
    """Refuse a volume that no bottle has."""
    if not 1 <= volume <= 10_000:
        raise ValueError("Please enter a valid volume (e.g. 50ml, 100ml)")
    return volume


NEW_FOR = timedelta(days=1)


@dataclass
class Allowance:
    """How many listings a seller has for sale, how many of all are new, and how many of each may be."""

    for_sale: int
    new: int
    most_for_sale: int
    most_new: int

    def check(self) -> None:
        """Refuse one more listing when there is no room for it."""
        self.check_for_sale()
        if self.new >= self.most_new:
            raise TooManyNew(self.most_new)

    def check_for_sale(self) -> None:
        """Refuse one more listing for sale when there is no room for it."""
        if self.for_sale >= self.most_for_sale:
            raise TooManyForSale(self.most_for_sale)

    def fill(self) -> None:
        """Count one more listing."""
        self.for_sale += 1
        self.new += 1


# As integrators know them, where that differs.
SHOWN_FIELDS = {
    "volume_ml": "volume",
    "remaining_percent": "remainingPercentage",
    "category_id": "categoryId",
    "stock_quantity": "stockQuantity",
    "listing_type": "listingType",
    "batch_code": "batchCode",
    "purchase_year": "purchaseYear",
    "box_condition": "boxCondition",
    "is_new": "isNew",
}


Change = list[tuple[str, Any, Any]]


def list_changes(kept: Sequence[Mapping[str, Any]], now: Mapping[str, Any]) -> Iterator[Change]:
    """Yield the fields of each change with their values before and after, the newest change first.

    After a change a field is as the next change found it, or as it is now."""
    known = dict(now)
    for before in kept:
        yield [
            (SHOWN_FIELDS.get(name, name), _as_shown(name, value), _as_shown(name, known.get(name)))
            for name, value in sorted(before.items())
        ]
        known |= before


def _as_shown(name: str, value: Any) -> Any:
    return ringgit(value) if name == "price" and value is not None else value
