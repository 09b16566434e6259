"""Sessions, tokens, limits of guessing, and proofs of who one is."""

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
    """What a decision about a refresh token needs to know."""

    current_hash: bytes
    parent_hash: bytes | None
    rotated_at: datetime
    expires_at: datetime
    revoked: bool


def judge_refresh(family: Family, presented: bytes, now: datetime, grace: timedelta) -> Rotation:
    """Rotate the current token; its parent repeats the answer for a moment (a lost answer, a second tab); any
    older one was stolen or replayed and ends the family."""
    if family.revoked or now >= family.expires_at:
        return Rotation.REFUSE
    if compare_digest(presented, family.current_hash):
        return Rotation.ROTATE
    is_parent = family.parent_hash is not None and compare_digest(presented, family.parent_hash)
    if is_parent and now - family.rotated_at <= grace:
        return Rotation.REPEAT
    return Rotation.END_FAMILY


def roles_of(*, is_seller: bool, staff_role: str | None, is_banned: bool) -> list[str]:
    """Return the roles a token carries; a banned person keeps none."""
    if is_banned:
        return []
    return (["seller"] if is_seller else []) + ([staff_role] if staff_role else [])


# The more particular name first: every browser claims to be several others.
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
    """Return what a person would call this device: "Chrome on Android"."""
    browser = next((name for sign, name in _BROWSERS if sign.lower() in user_agent.lower()), "")
    system = next((name for sign, name in _SYSTEMS if sign in user_agent), "")
    return " on ".join(filter(None, (browser, system))) or "Unknown device"


def device_facts(device: str) -> tuple[str | None, str | None]:
    """Return the browser and the system in a name that `device_name` gave, so that a page can say the rest
    itself."""
    first, _, last = device.partition(" on ")
    browser = first if first in {name for _, name in _BROWSERS} else None
    system = next((part for part in (last, first) if part in {name for _, name in _SYSTEMS}), None)
    return browser, system


def place_name(address: str) -> str:
    """Return the place as far as a network tells it; there is no map of networks here."""
    network = network_of(address)
    if network == "unknown":
        return "Unknown network"
    return LOCAL if ipaddress.ip_network(network).is_private else f"{_OUTSIDE}{network}"


LOCAL = "Local network"


_OUTSIDE = "Network "


def network_in(place: str) -> str | None:
    """Return the network in a name that `place_name` gave; None for a local or an unknown one."""
    return place.removeprefix(_OUTSIDE) if place.startswith(_OUTSIDE) else None


def new_refresh_token() -> str:
    """Return the first token of a new family: its id and 256 random bits."""
    return f"{secrets.token_urlsafe(24)}.{secrets.token_hex(32)}"


def hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


WINDOW = timedelta(minutes=15)


FOLDED_LENGTH = 32


@dataclass(frozen=True)
class Bucket:
    """One count of guesses. A `quiet` one says nothing when it is full: the guess is then simply wrong."""

    name: str
    most: int
    quiet: bool = False


def sign_in_buckets(
    *, handle: str, user_id: int | None, device: bytes | None, generosity: int = 1
) -> list[Bucket]:
    """Return a known device of the owner has a count of its own and no other, so that strangers who guess
    cannot lock it out, not even neighbours in the same network.

    The handle is counted whether or not a person has it: a full count tells nothing. The count over all
    handles of one account is quiet, else guessing a name would reveal to which account an address belongs.
    """
    if user_id is not None and device is not None:
        return [Bucket(f"device:{user_id}:{device.hex()[:32]}", 10 * generosity)]
    account = (
        str(user_id) if user_id is not None else f"none:{folded(handle)}"
    )  # counting an unknown account takes as long
    return [
        Bucket(f"handle:{folded(handle)}", 10 * generosity),
        Bucket(f"account:{account}", 15 * generosity, quiet=True),
    ]


def place_buckets(
    kind: str, *, caller: str, neighbours: str, device: str | None, most: int, generosity: int = 1
) -> list[Bucket]:
    """Return where calls of one kind come from, the narrowest first: each is counted only if the one before
    it let pass, so that one address cannot use up what its neighbours share. A browser that has a mark of
    ours counts for itself."""
    if device is not None:
        return [Bucket(f"{kind}-device:{folded(device)}", most * generosity)]
    return [
        Bucket(f"{kind}-address:{caller}", most * generosity),
        Bucket(f"{kind}-network:{neighbours}", 20 * most * generosity),
    ]


def own_buckets(user_id: int, generosity: int = 1) -> list[Bucket]:
    """Return the buckets of a signed-in person who proves once more who they are."""
    return [Bucket(f"own:{user_id}", 10 * generosity)]


def code_buckets(user_id: int, generosity: int = 1) -> list[Bucket]:
    """Return the buckets of the six digits of a second factor."""
    return [Bucket(f"code:{user_id}", 10 * generosity)]


def mail_bucket(address: str, generosity: int = 1, *, known: bool = False) -> Bucket:
    """Return how often mail may be asked for, for one address: by strangers, and apart from them by browsers
    of ours."""
    return Bucket(f"mail{'-known' if known else ''}:{folded(address)}", 5 * generosity, quiet=True)


def move_buckets(user_id: int, address: str, generosity: int = 1) -> list[Bucket]:
    """Return how often a person may have mail sent to a new address of theirs, which may be anybody's."""
    return [Bucket(f"move:{user_id}", 5 * generosity), Bucket(mail_bucket(address).name, 5 * generosity)]


def folded(handle: str) -> str:
    """Shorten long handles to bucket names, so that no address stands in the table; staff finds an account by
    this hash of its address."""
    return hashlib.sha256(handle.encode()).hexdigest()[:FOLDED_LENGTH]


COUNTS_FOR = timedelta(minutes=5)


PASSWORD, PASSKEY, CODE = "password", "passkey", "code"


ANY_WAY = frozenset({PASSWORD, PASSKEY, CODE})


# For changes of the second factor itself, which ask for a code beside the proof.
NO_CODE = frozenset({PASSWORD, PASSKEY})


def methods_of(
    *, has_password: bool, has_passkey: bool, has_second_factor: bool, ways: frozenset[str]
) -> list[str]:
    """Return by what this person can prove it, the usual first."""
    possible = ((PASSWORD, has_password), (PASSKEY, has_passkey), (CODE, has_second_factor))
    return [way for way, has in possible if has and way in ways]
