"""Sign-ins: what a refresh token is worth, what a token carries, and how a device is named."""

import ipaddress
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
