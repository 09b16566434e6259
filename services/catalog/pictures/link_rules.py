import hashlib
import json
import re
from dataclasses import astuple, dataclass
from datetime import UTC, datetime, timedelta, timezone

from libs.kit.money import format_ringgit
from services.catalog.pictures.rules import file_of, is_old

# Increase with each change of the rendering, so that all pictures get new URLs.
DRAWING = 1


MARK = "Wangi"


# Pictures are deleted after this time and rendered again on request, so that unshared pictures take no space.
KEPT_FOR = timedelta(days=30)


# Size of the listing's picture within the link picture.
SIZE = "1024"


# Shown instead of the price if the listing is not for sale.
WITHOUT_PRICE = {"sold": "Sold", "archived": "No longer for sale"}


MALAYSIA = timezone(timedelta(hours=8))


_FILE = re.compile(r"link-(?P<product_id>[1-9][0-9]{0,18})-(?P<version>[0-9a-f]{16})\.jpg")


@dataclass(frozen=True)
class LinkPicture:
    product_id: int
    brand: str
    name: str
    says: str
    photograph: str | None

    @property
    def version(self) -> str:
        drawn = json.dumps([DRAWING, *astuple(self)], ensure_ascii=False)
        return hashlib.sha256(drawn.encode()).hexdigest()[:16]

    @property
    def address(self) -> str:
        return f"/api/images/links/{self.product_id}/{self.version}.jpg"

    @property
    def file(self) -> str:
        return f"link-{self.product_id}-{self.version}.jpg"


def product_of_file(name: str) -> int | None:
    found = _FILE.fullmatch(name)
    return int(found["product_id"]) if found else None


def is_worn(put: datetime, now: datetime) -> bool:
    return put < now - KEPT_FOR


def photograph_of(token: str | None, name: str) -> str | None:
    if token is not None:
        return file_of(token, SIZE)
    return name if is_old(name) else None


def words_below(*, status: str, price: int, is_auction: bool, auction: str | None) -> str:
    """Returns the price, or the state of a listing without a price. `auction` is None until the auction's
    events arrive."""
    if status in WITHOUT_PRICE:
        return WITHOUT_PRICE[status]
    if not is_auction:
        return format_ringgit(price).removesuffix(".00")
    return auction or "Auction"


def auction_words(*, status: str, starts_at: datetime | None, ends_at: datetime, now: datetime) -> str:
    """Omits the price, because it would be outdated within a minute."""
    if status != "active" or ends_at <= now:
        return "Auction ended"
    if starts_at is not None and starts_at > now:
        return f"Auction from {_day(starts_at)}"
    return f"Auction until {_day(ends_at)}"


def _day(moment: datetime) -> str:
    local = moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(MALAYSIA)
    return f"{local.day} {local:%B %Y}"
