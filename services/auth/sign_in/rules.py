import hashlib
import ipaddress
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto
from hmac import compare_digest

from libs.kit.http.networks import network_of


class Rotation(Enum):
    ROTATE = auto()
    REPEAT = auto()
    REFUSE = auto()
    END_FAMILY = auto()


@dataclass(frozen=True)
class Family:
    current_hash: bytes
    parent_hash: bytes | None
    rotated_at: datetime
    expires_at: datetime
    revoked: bool


def judge_refresh(family: Family, presented: bytes, now: datetime, grace: timedelta) -> Rotation:
    """Decides about a refresh token. The current token is rotated. For a short time, the token before it gets
    the same response again, for a lost response or a second tab. Any older token was stolen or replayed and
    ends the session."""
    if family.revoked or now >= family.expires_at:
        return Rotation.REFUSE
    if compare_digest(presented, family.current_hash):
        return Rotation.ROTATE
    is_parent = family.parent_hash is not None and compare_digest(presented, family.parent_hash)
    if is_parent and now - family.rotated_at <= grace:
        return Rotation.REPEAT
    return Rotation.END_FAMILY


def roles_of(*, is_seller: bool, staff_role: str | None, is_banned: bool) -> list[str]:
    if is_banned:
        return []
    return (["seller"] if is_seller else []) + ([staff_role] if staff_role else [])


# Specific names come first, because browsers also claim to be other browsers.
_BROWSERS = (
    ("Edg/", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("FxiOS", "Firefox"),
    ("Firefox/", "Firefox"), ("CriOS", "Chrome"), ("HeadlessChrome", "Chrome"), ("Chrome/", "Chrome"),
    ("Safari/", "Safari"), ("curl/", "curl"), ("python", "A Python program"),
)  # fmt: skip


_SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
    ("Mac OS X", "Mac"), ("CrOS", "Chromebook"), ("Linux", "Linux"),
)  # fmt: skip


def device_name(user_agent: str) -> str:
    browser = next((name for sign, name in _BROWSERS if sign.lower() in user_agent.lower()), "")
    system = next((name for sign, name in _SYSTEMS if sign in user_agent), "")
    return " on ".join(filter(None, (browser, system))) or "Unknown device"


def split_device_name(device: str) -> tuple[str | None, str | None]:
    first, _, last = device.partition(" on ")
    browser = first if first in {name for _, name in _BROWSERS} else None
    system = next((part for part in (last, first) if part in {name for _, name in _SYSTEMS}), None)
    return browser, system


def place_name(address: str) -> str:
    network = network_of(address)
    if network == "unknown":
        return "Unknown network"
    return LOCAL if ipaddress.ip_network(network).is_private else f"{_OUTSIDE}{network}"


LOCAL = "Local network"


_OUTSIDE = "Network "


def network_in(place: str) -> str | None:
    return place.removeprefix(_OUTSIDE) if place.startswith(_OUTSIDE) else None


def new_refresh_token() -> str:
    return f"{secrets.token_urlsafe(24)}.{secrets.token_hex(32)}"


def hash_token(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


WINDOW = timedelta(minutes=15)
# Maximum number of wrong codes per account and window.
MAX_WRONG_CODES = 10


FOLDED_LENGTH = 32


@dataclass(frozen=True)
class Bucket:
    """If a `quiet` bucket is full, the guess counts as wrong and no error is shown."""

    name: str
    most: int
    quiet: bool = False


def sign_in_buckets(
    *, handle: str, user_id: int | None, device: bytes | None, generosity: int = 1
) -> list[Bucket]:
    """A known device of the owner has its own bucket, so that strangers who guess cannot lock the owner out.
    Unknown usernames and email addresses are counted too, so that a full bucket reveals nothing. The bucket
    of the account is quiet, because an error would reveal which email address belongs to the account."""
    if user_id is not None and device is not None:
        return [Bucket(f"device:{user_id}:{device.hex()[:32]}", 10 * generosity)]
    account = (
        str(user_id) if user_id is not None else f"none:{fold_handle(handle)}"
    )  # An unknown account takes as long to count.
    return [
        Bucket(f"handle:{fold_handle(handle)}", 10 * generosity),
        Bucket(f"account:{account}", 15 * generosity, quiet=True),
    ]


def place_buckets(
    kind: str, *, caller: str, neighbours: str, device: str | None, most: int, generosity: int = 1
) -> list[Bucket]:
    """Returns the narrowest bucket first. A request is counted in the next bucket only if the previous one is
    not full, so that one IP address cannot use up the limit of its network. A browser with a device cookie
    has its own bucket."""
    if device is not None:
        return [Bucket(f"{kind}-device:{fold_handle(device)}", most * generosity)]
    return [
        Bucket(f"{kind}-address:{caller}", most * generosity),
        Bucket(f"{kind}-network:{neighbours}", 20 * most * generosity),
    ]


def own_buckets(user_id: int, generosity: int = 1) -> list[Bucket]:
    return [Bucket(f"own:{user_id}", 10 * generosity)]


def code_buckets(user_id: int, generosity: int = 1) -> list[Bucket]:
    return [Bucket(f"code:{user_id}", MAX_WRONG_CODES * generosity)]


def mail_bucket(address: str, generosity: int = 1, *, known: bool = False) -> Bucket:
    return Bucket(f"mail{'-known' if known else ''}:{fold_handle(address)}", 5 * generosity, quiet=True)


def move_buckets(user_id: int, address: str, generosity: int = 1) -> list[Bucket]:
    return [Bucket(f"move:{user_id}", 5 * generosity), Bucket(mail_bucket(address).name, 5 * generosity)]


def fold_handle(handle: str) -> str:
    """Hashes a username or email address, so that rate limits do not store it. Staff can search by the
    hash."""
    return hashlib.sha256(handle.encode()).hexdigest()[:FOLDED_LENGTH]


COUNTS_FOR = timedelta(minutes=5)


PASSWORD, PASSKEY, CODE = "password", "passkey", "code"


ANY_WAY = frozenset({PASSWORD, PASSKEY, CODE})


# For changes of the second factor, which also require a code.
NO_CODE = frozenset({PASSWORD, PASSKEY})


def methods_of(
    *, has_password: bool, has_passkey: bool, has_second_factor: bool, ways: frozenset[str]
) -> list[str]:
    possible = ((PASSWORD, has_password), (PASSKEY, has_passkey), (CODE, has_second_factor))
    return [way for way, has in possible if has and way in ways]
