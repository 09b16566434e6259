import hashlib
import ipaddress
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto
from hmac import compare_digest

from libs.kit.http.networks import network_of


class Rotation(Enum):
    """What to do with a presented refresh token."""

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
    """Rotate the current token. For a short time its parent gets the same answer again (a lost response, a
    second tab). Any older token was stolen or replayed and ends the family."""
    if family.revoked or now >= family.expires_at:
        return Rotation.REFUSE
    if compare_digest(presented, family.current_hash):
        return Rotation.ROTATE
    is_parent = family.parent_hash is not None and compare_digest(presented, family.parent_hash)
    if is_parent and now - family.rotated_at <= grace:
        return Rotation.REPEAT
    return Rotation.END_FAMILY


def roles_of(*, is_seller: bool, staff_role: str | None, is_banned: bool) -> list[str]:
    """The roles in a token. A banned person has none."""
    if is_banned:
        return []
    return (["seller"] if is_seller else []) + ([staff_role] if staff_role else [])


# More specific names first, because browsers claim to be several others.
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
    """A name that people recognise: "Chrome on Android"."""
    browser = next((name for sign, name in _BROWSERS if sign.lower() in user_agent.lower()), "")
    system = next((name for sign, name in _SYSTEMS if sign in user_agent), "")
    return " on ".join(filter(None, (browser, system))) or "Unknown device"


def split_device_name(device: str) -> tuple[str | None, str | None]:
    """The browser and the system in a `device_name`, so that pages can translate the rest."""
    first, _, last = device.partition(" on ")
    browser = first if first in {name for _, name in _BROWSERS} else None
    system = next((part for part in (last, first) if part in {name for _, name in _SYSTEMS}), None)
    return browser, system


def place_name(address: str) -> str:
    """The place as far as the network tells it. There is no database of networks."""
    network = network_of(address)
    if network == "unknown":
        return "Unknown network"
    return LOCAL if ipaddress.ip_network(network).is_private else f"{_OUTSIDE}{network}"


LOCAL = "Local network"


_OUTSIDE = "Network "


def network_in(place: str) -> str | None:
    """The network in a `place_name`. None for a local or unknown one."""
    return place.removeprefix(_OUTSIDE) if place.startswith(_OUTSIDE) else None


def new_refresh_token() -> str:
    """The first token of a new family: its id and 256 random bits."""
    return f"{secrets.token_urlsafe(24)}.{secrets.token_hex(32)}"


def hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


WINDOW = timedelta(minutes=15)


FOLDED_LENGTH = 32


@dataclass(frozen=True)
class Bucket:
    """A counter of guesses. When a `quiet` bucket is full, the guess is treated as wrong without an error."""

    name: str
    most: int
    quiet: bool = False


def sign_in_buckets(
    *, handle: str, user_id: int | None, device: bytes | None, generosity: int = 1
) -> list[Bucket]:
    """The buckets of a sign-in. A known device of the owner has a bucket of its own and no other, so that
    strangers who guess cannot lock the owner out, not even neighbours in the same network.

    The handle is counted whether or not an account has it, so that a full bucket reveals nothing. The count
    over all handles of an account is quiet. Otherwise guessing would reveal to which account an address
    belongs.
    """
    if user_id is not None and device is not None:
        return [Bucket(f"device:{user_id}:{device.hex()[:32]}", 10 * generosity)]
    account = (
        str(user_id) if user_id is not None else f"none:{folded(handle)}"
    )  # Counting an unknown account takes as long.
    return [
        Bucket(f"handle:{folded(handle)}", 10 * generosity),
        Bucket(f"account:{account}", 15 * generosity, quiet=True),
    ]


def place_buckets(
    kind: str, *, caller: str, neighbours: str, device: str | None, most: int, generosity: int = 1
) -> list[Bucket]:
    """The buckets of a request's origin, narrowest first. Each is counted only if the previous one is not
    full, so that one address cannot use up the limit it shares with its neighbours. A browser with a device
    cookie counts by itself."""
    if device is not None:
        return [Bucket(f"{kind}-device:{folded(device)}", most * generosity)]
    return [
        Bucket(f"{kind}-address:{caller}", most * generosity),
        Bucket(f"{kind}-network:{neighbours}", 20 * most * generosity),
    ]


def own_buckets(user_id: int, generosity: int = 1) -> list[Bucket]:
    """The buckets of a signed-in person who proves again who they are."""
    return [Bucket(f"own:{user_id}", 10 * generosity)]


def code_buckets(user_id: int, generosity: int = 1) -> list[Bucket]:
    """The buckets of second-factor codes."""
    return [Bucket(f"code:{user_id}", 10 * generosity)]


def mail_bucket(address: str, generosity: int = 1, *, known: bool = False) -> Bucket:
    """The limit of mails to one address. Requests of known browsers are counted apart from those of
    strangers."""
    return Bucket(f"mail{'-known' if known else ''}:{folded(address)}", 5 * generosity, quiet=True)


def move_buckets(user_id: int, address: str, generosity: int = 1) -> list[Bucket]:
    """The limit of mails to new addresses that a person enters, which may be anybody's."""
    return [Bucket(f"move:{user_id}", 5 * generosity), Bucket(mail_bucket(address).name, 5 * generosity)]


def folded(handle: str) -> str:
    """Hash long handles, so that no address is stored. Staff find an account by the hash of its address."""
    return hashlib.sha256(handle.encode()).hexdigest()[:FOLDED_LENGTH]


COUNTS_FOR = timedelta(minutes=5)


PASSWORD, PASSKEY, CODE = "password", "passkey", "code"


ANY_WAY = frozenset({PASSWORD, PASSKEY, CODE})


# For changes of the second factor itself, which require a code in addition to the proof.
NO_CODE = frozenset({PASSWORD, PASSKEY})


def methods_of(
    *, has_password: bool, has_passkey: bool, has_second_factor: bool, ways: frozenset[str]
) -> list[str]:
    """The methods by which this person can prove who they are, the usual one first."""
    possible = ((PASSWORD, has_password), (PASSKEY, has_passkey), (CODE, has_second_factor))
    return [way for way, has in possible if has and way in ways]
