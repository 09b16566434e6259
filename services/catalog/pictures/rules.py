"""Picture names are derived from the content. The name that a seller announced is used until the picture is
uploaded."""

import re
from dataclasses import dataclass

from libs.contracts.events.evidence import PictureKind
from libs.kit.errors import DomainError


class TooManyImages(DomainError):
    status = 409
    code = "too_many_images"
    message = "Up to 5 images per product"


class TooManyUploads(DomainError):
    status = 409
    code = "too_many_uploads"
    message = "Finish a listing first: too many of your pictures are not used yet"


class AlreadyUploaded(DomainError):
    status = 409
    code = "already_uploaded"
    message = "This picture was uploaded before. Remove it first."


MAX_PICTURES = 5


MAX_UNCLAIMED = 30


SIZES = (320, 640, 1024, 1600)


LARGEST = SIZES[-1]


_STORED_NAME = re.compile(r"(?P<token>[0-9a-f]{64})(-(?P<size>320|640|1024|1600))?")


_OLD = re.compile(r"[0-9a-f]{32}\.webp")


_CLIENT = re.compile(r"[A-Za-z0-9_-]{8,64}(\.(webp|jpe?g|png|gif))?")


_SIZED = re.compile(r"(?P<token>.+?)-(?P<size>320|640|1024|1600)")


_ADDRESS = re.compile(r"(?P<host>https?://[^/\s?#@\\]+)?/api/images/(?P<name>[A-Za-z0-9_.-]{8,140})")


@dataclass(frozen=True)
class RequestedPicture:
    token: str
    size: int = LARGEST

    @property
    def file(self) -> str:
        return file_of(self.token, str(self.size))


@dataclass(frozen=True)
class ChosenPicture:
    """`says_kind` is False for forms from before picture kinds existed."""

    address: str
    kind: PictureKind | None = None
    says_kind: bool = False

    def kind_after(self, before: str | None) -> str | None:
        return self.kind if self.says_kind else before


def file_of(token: str, size: str) -> str:
    return f"{token}-{size}.webp"


def token_of_file(name: str) -> str | None:
    token, _, size = name.removesuffix(".webp").rpartition("-")
    return token if re.fullmatch(r"[0-9a-f]{64}", token) and size in map(str, SIZES) else None


def requested(name: str) -> RequestedPicture | None:
    found = _STORED_NAME.fullmatch(name)
    return RequestedPicture(found["token"], int(found["size"] or LARGEST)) if found else None


def is_old(name: str) -> bool:
    return _OLD.fullmatch(name) is not None


def announced(name: str) -> RequestedPicture | None:
    sized = _SIZED.fullmatch(name)
    token, size = (sized["token"], int(sized["size"])) if sized else (name, LARGEST)
    return RequestedPicture(token, size) if _CLIENT.fullmatch(token) else None


def own_name(url: str, host: str) -> str | None:
    """Returns the name in a plain name or in a URL of this platform. URLs of other sites are never opened."""
    if match := _ADDRESS.fullmatch(url):
        if match["host"] is not None and match["host"].lower() != host.rstrip("/").lower():
            return None
        return match["name"]
    return url if _CLIENT.fullmatch(url) else None


def fits_as_announced(name: str) -> bool:
    return bool(_CLIENT.fullmatch(name)) and not _STORED_NAME.fullmatch(name) and not _SIZED.fullmatch(name)


def is_known_to(etag: str, if_none_match: str | None) -> bool:
    """`if_none_match` is a list of weak or strong tags, or a star."""
    tags = [tag.strip().removeprefix("W/") for tag in (if_none_match or "").split(",")[:20]]
    return "*" in tags or etag in tags


def plain_name(name: str) -> str:
    last = re.split(r"[/\\]", name)[-1]
    return " ".join("".join(char for char in last if char.isprintable()).split())[:100]


# Different bottles in the demo data differ in at least twelve bits. Copies that were re-encoded, resized,
# brightened or slightly cropped differ in up to this many bits (decision 0058).
MAX_DIFFERENT = 7


QUARTERS, QUARTER_BITS = 4, 16


_SIGN, _SPAN = 2**63, 2**64


def as_bigint(look: int | None) -> int | None:
    return look - _SPAN if look is not None and look >= _SIGN else look


def near_quarters(look: int) -> list[list[int]]:
    """Returns the values to search for in each quarter: the same value or one flipped bit. If at most seven
    bits differ, at least one of the four quarters differs in at most one bit."""
    quarters = [look >> shift & 0xFFFF for shift in range(0, QUARTERS * QUARTER_BITS, QUARTER_BITS)]
    return [[quarter, *(quarter ^ 1 << bit for bit in range(QUARTER_BITS))] for quarter in quarters]
