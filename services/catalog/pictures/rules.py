"""The names of pictures: ours, made from their content; a seller's own until the picture has come."""

import re
from dataclasses import dataclass

from libs.contracts.events.evidence import PictureKind
from libs.kit.http.errors import DomainError


class TooManyImages(DomainError):
    """A listing shows five pictures at most."""

    status = 409
    code = "too_many_images"
    message = "Up to 5 images per product"


class TooManyUploads(DomainError):
    """Pictures that no listing shows yet wait for one; too many wait already."""

    status = 409
    code = "too_many_uploads"
    message = "Finish a listing first: too many of your pictures are not used yet"


class AlreadyUploaded(DomainError):
    """Another picture has come for this place already."""

    status = 409
    code = "already_uploaded"
    message = "This picture was uploaded before. Remove it first."


MOST_PICTURES = 5


MOST_UNCLAIMED = 30


SIZES = (320, 640, 1024, 1600)


LARGEST = SIZES[-1]


_STORED_NAME = re.compile(r"(?P<token>[0-9a-f]{64})(-(?P<size>320|640|1024|1600))?")


_OLD = re.compile(r"[0-9a-f]{32}\.webp")


_CLIENT = re.compile(r"[A-Za-z0-9_-]{8,64}(\.(webp|jpe?g|png|gif))?")


_SIZED = re.compile(r"(?P<token>.+?)-(?P<size>320|640|1024|1600)")


_ADDRESS = re.compile(r"(?P<host>https?://[^/\s?#@\\]+)?/api/images/(?P<name>[A-Za-z0-9_.-]{8,140})")


@dataclass(frozen=True)
class RequestedPicture:
    """What the address of a picture asks for."""

    token: str
    size: int = LARGEST

    @property
    def file(self) -> str:
        """Return its file name."""
        return file_of(self.token, str(self.size))


@dataclass(frozen=True)
class ChosenPicture:
    """A picture as a form names it; a form of before there were kinds says nothing of what it shows."""

    address: str
    kind: PictureKind | None = None
    says_kind: bool = False

    def kind_after(self, before: str | None) -> str | None:
        """Return what it shows from now on: an old form leaves that as it was."""
        return self.kind if self.says_kind else before


def file_of(token: str, size: str) -> str:
    """Return the file name of one size of a picture."""
    return f"{token}-{size}.webp"


def token_of_file(name: str) -> str | None:
    """Return the token of a file name; None for a file of another kind."""
    token, _, size = name.removesuffix(".webp").rpartition("-")
    return token if re.fullmatch(r"[0-9a-f]{64}", token) and size in map(str, SIZES) else None


def requested(name: str) -> RequestedPicture | None:
    """Return a picture of ours by its name; None for any other name."""
    found = _STORED_NAME.fullmatch(name)
    return RequestedPicture(found["token"], int(found["size"] or LARGEST)) if found else None


def is_old(name: str) -> bool:
    """Return a single file from before there were sizes."""
    return _OLD.fullmatch(name) is not None


def announced(name: str) -> RequestedPicture | None:
    """Return a picture by the name its seller gave it."""
    sized = _SIZED.fullmatch(name)
    token, size = (sized["token"], int(sized["size"])) if sized else (name, LARGEST)
    return RequestedPicture(token, size) if _CLIENT.fullmatch(token) else None


def own_name(url: str, host: str) -> str | None:
    """Return the name inside what a seller sent: a bare name, or an address of this platform.

    No other address is looked at."""
    if match := _ADDRESS.fullmatch(url):
        if match["host"] is not None and match["host"].lower() != host.rstrip("/").lower():
            return None
        return match["name"]
    return url if _CLIENT.fullmatch(url) else None


def fits_as_announced(name: str) -> bool:
    """Return whether a seller's own name for a picture to come can never be mistaken for one of ours."""
    return bool(_CLIENT.fullmatch(name)) and not _STORED_NAME.fullmatch(name) and not _SIZED.fullmatch(name)


def is_known_to(etag: str, if_none_match: str | None) -> bool:
    """Return whether a browser has it already (If-None-Match: some tags, weak or strong, or a star)."""
    tags = [tag.strip().removeprefix("W/") for tag in (if_none_match or "").split(",")[:20]]
    return "*" in tags or etag in tags


def plain_name(name: str) -> str:
    """Return the last part of a file's name, for people, without what turns, hides or breaks a line."""
    last = re.split(r"[/\\]", name)[-1]
    return " ".join("".join(char for char in last if char.isprintable()).split())[:100]


# The photographs of the demo's different bottles differ in twelve and more, copies that were saved anew, made
# smaller, brighter or cut a little in up to this many (decision 0058).
MOST_DIFFERENT = 7


QUARTERS, QUARTER_BITS = 4, 16


_SIGN, _SPAN = 2**63, 2**64


def as_bigint(look: int | None) -> int | None:
    """Return the 64 bits as the table holds them: the first one is a sign there."""
    return look - _SPAN if look is not None and look >= _SIGN else look


def near_quarters(look: int) -> list[list[int]]:
    """Return for each quarter what a look within the distance may hold there: itself, or one bit of it other.

    Seven bits that differ are spread over four quarters, so one of these has at most one of them."""
    quarters = [look >> shift & 0xFFFF for shift in range(0, QUARTERS * QUARTER_BITS, QUARTER_BITS)]
    return [[quarter, *(quarter ^ 1 << bit for bit in range(QUARTER_BITS))] for quarter in quarters]
