"""What the picture of a link to a listing shows, and the address it has because of that. Pure."""

import hashlib
import json
import re
from dataclasses import astuple, dataclass
from datetime import UTC, datetime, timedelta, timezone

# Goes up with each change of how it is drawn, so that all get new addresses.
DRAWING = 1
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
