"""The rules of a listing: what may be put up for sale."""

from datetime import datetime

from libs.contracts.events.boost import PackageType
from services.catalog.domain.refusals import WrongStatus

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
