from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from pydantic.alias_generators import to_camel

from libs.contracts.events.boost import PackageType
from libs.kit.errors import DomainError
from libs.kit.money import ringgit
from libs.marketplace.errors import ConflictOfInterest


class NoListing(DomainError):
    """Distinguishes a missing listing from a wrong URL or secret, which also cause a 404."""

    status = 404
    code = "no_listing"
    message = "This auction has no listing."


class TermsRefused(DomainError):
    """Passes on the message and fields of the auction service's response."""

    status = 422
    code = "invalid_input"
    message = "Some fields are not valid."


class AuctionHasBids(DomainError):
    """The terms are fixed after the first bid (U22)."""

    code = "auction_has_bids"
    message = "An auction with bids can no longer be changed"


class AuctionOver(DomainError):
    """An ended auction is never reopened. The bottle can be relisted (C25)."""

    code = "auction_ended"
    message = "This auction has ended"


class SecondChanceOpen(DomainError):
    code = "second_chance_open"
    message = "A second chance offer is still open."


class AuctionsPaused(DomainError):
    code = "auctions_paused"
    message = "New auctions are paused right now. Please sell at a fixed price, or try again later."


class WrongStatus(DomainError):
    code = "wrong_status"
    message = "This cannot be done with the listing as it is now"

    def __init__(self, status: str) -> None:
        super().__init__(status=status)


class ListingRemoved(DomainError):
    status = 410
    code = "listing_removed"
    message = "This listing is no longer available"


class OwnListing(ConflictOfInterest):
    status = 409
    code = "own_product"
    message = "This is your own listing"


class TooManyForSale(DomainError):
    status = 409
    code = "too_many_for_sale"
    message = "You have as many listings for sale as one seller may. Please archive or delete some first."

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


class TooManyNew(DomainError):
    status = 409
    code = "too_many_new"
    message = "You have put up as many listings as one seller may within 24 hours. Please go on later."

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


PRICE = "Price must be greater than 0"


LONGEST_WITH_NOTES = 8_000


# Removal reasons after which a listing cannot be restored.
FOR_GOOD = ("deleted", "seller_erased")


# Staff sets `removed`. Sellers can only appeal.
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
    if status not in MAY[act]:
        raise WrongStatus(status)


def append_note(description: str, note: str, day: str) -> str:
    return f"{description}\n\n{day}: {note}"


def shown_status(status: str, *, featured: bool, ended: bool = False) -> str:
    """A boosted listing is shown as featured (C23). `ended` means that the auction ended without a buyer."""
    if status == "active" and ended:
        return "ended"
    return "featured" if status == "active" and featured else status


def boost_type(featured: datetime | None, premium: datetime | None, now: datetime) -> PackageType | None:
    if premium is not None and premium > now:
        return "premium"
    return "standard" if featured is not None and featured > now else None


def price_per_ml(price: int, volume: int, percent: int) -> int:
    left = volume * percent
    return (price * 100 * 2 + left) // (2 * left)


def at_least(words: str, least: int, longest: int, sentence: str) -> str:
    words = words.strip()
    if len(words) < least:
        raise ValueError(sentence)
    if len(words) > longest:
        raise ValueError(f"Use {longest} characters or less")
    return words


def check_price(sen: int) -> int:
    if sen < 1:
        raise ValueError(PRICE)
    return sen


def check_stock(pieces: int) -> int:
    if pieces < 0:
        raise ValueError("Stock quantity must be 0 or greater")
    return pieces


def check_year(year: int, this_year: int) -> int:
    if not 1970 <= year <= this_year:
        raise ValueError("Purchase year must be between 1970 and this year")
    return year


def check_category(category_id: int) -> int:
    """Does not check whether the category exists."""
    if category_id < 1:
        raise ValueError("Please select a category")
    return category_id


def check_reason(words: str) -> str:
    words = at_least(words, 3, 300, "Please give a reason")
    if words in FOR_GOOD:
        raise ValueError("Please give a reason")
    return words


def clean_optional_text(words: str | None, longest: int) -> str | None:
    words = (words or "").strip()
    if len(words) > longest:
        raise ValueError(f"Use {longest} characters or less")
    return words or None


def check_volume(volume: int) -> int:
    if not 1 <= volume <= 10_000:
        raise ValueError("Please enter a valid volume (e.g. 50ml, 100ml)")
    return volume


NEW_FOR = timedelta(days=1)


@dataclass
class Allowance:
    for_sale: int
    new: int
    most_for_sale: int
    most_new: int

    def check(self) -> None:
        self.check_for_sale()
        if self.new >= self.most_new:
            raise TooManyNew(self.most_new)

    def check_for_sale(self) -> None:
        if self.for_sale >= self.most_for_sale:
            raise TooManyForSale(self.most_for_sale)

    def fill(self) -> None:
        self.for_sale += 1
        self.new += 1


# Columns whose public name is not the camel-case column name.
_PUBLIC_NAMES = {"volume_ml": "volume", "remaining_percent": "remainingPercentage"}


def public_name(column: str) -> str:
    return _PUBLIC_NAMES.get(column) or to_camel(column)


Change = list[tuple[str, Any, Any]]


def list_changes(kept: Sequence[Mapping[str, Any]], now: Mapping[str, Any]) -> Iterator[Change]:
    """Yields the changes, newest first. Each change is a list of (field, value before, value after). The
    value after a change is the value before the next change, or the current value."""
    known = dict(now)
    for before in kept:
        yield [
            (public_name(name), _as_shown(name, value), _as_shown(name, known.get(name)))
            for name, value in sorted(before.items())
        ]
        known |= before


def _as_shown(name: str, value: Any) -> Any:
    return ringgit(value) if name == "price" and value is not None else value
