"""What the picture of a link to a listing shows, and the address it has because of that. Pure."""

import hashlib
import json
import re
from dataclasses import astuple, dataclass
from datetime import UTC, datetime, timedelta, timezone

from libs.kit.money import format_ringgit
from services.catalog.pictures.rules import file_of, is_old

# Goes up with each change of how it is drawn, so that all get new addresses.
DRAWING = 1


MARK = "Wangi"


# Then it is drawn anew for the next who asks, so that what no one shares any more takes no space.
KEPT_FOR = timedelta(days=30)


# The size of the photograph in it.
SIZE = "1024"


# What is shown in place of a price that cannot be paid any more.
WITHOUT_PRICE = {"sold": "Sold", "archived": "No longer for sale"}


MALAYSIA = timezone(timedelta(hours=8))


_FILE = re.compile(r"link-(?P<product_id>[1-9][0-9]{0,18})-(?P<version>[0-9a-f]{16})\.jpg")


@dataclass(frozen=True)
class LinkPicture:
    """A listing as a link shows it; `photograph` is a file of ours."""

    product_id: int
    brand: str
    name: str
    says: str
    photograph: str | None

    @property
    def version(self) -> str:
        """Return a word made of all that is drawn: what changed has another one."""
        drawn = json.dumps([DRAWING, *astuple(self)], ensure_ascii=False)
        return hashlib.sha256(drawn.encode()).hexdigest()[:16]

    @property
    def address(self) -> str:
        """Return where it is read."""
        return f"/api/images/links/{self.product_id}/{self.version}.jpg"

    @property
    def file(self) -> str:
        """Return its file name."""
        return f"link-{self.product_id}-{self.version}.jpg"


def product_of_file(name: str) -> int | None:
    """Return the listing whose picture a file is; None for a file of another kind."""
    found = _FILE.fullmatch(name)
    return int(found["product_id"]) if found else None


def is_worn(put: datetime, now: datetime) -> bool:
    """Return whether a file that was put there then was kept for long enough."""
    return put < now - KEPT_FOR


def photograph_of(token: str | None, name: str) -> str | None:
    """Return the file of ours that shows a listing's photograph, by its token or, of before, its name."""
    if token is not None:
        return file_of(token, SIZE)
    return name if is_old(name) else None


def words_below(*, status: str, price: int, is_auction: bool, auction: str | None) -> str:
    """Return the line at the bottom: the price, or how a listing stands that has none to pay. `auction` says
    how its auction stands, if its facts have arrived."""
    if status in WITHOUT_PRICE:
        return WITHOUT_PRICE[status]
    if not is_auction:
        return format_ringgit(price).removesuffix(".00")
    return auction or "Auction"


def auction_words(*, status: str, starts_at: datetime | None, ends_at: datetime, now: datetime) -> str:
    """Return how an auction stands, without its price: that would be old in a minute."""
    if status != "active" or ends_at <= now:
        return "Auction ended"
    if starts_at is not None and starts_at > now:
        return f"Auction from {_day(starts_at)}"
    return f"Auction until {_day(ends_at)}"


def _day(moment: datetime) -> str:
    local = moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(MALAYSIA)
    return f"{local.day} {local:%B %Y}"
