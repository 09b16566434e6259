"""Webhook URLs must use TLS and must not lead into our own network."""

import ipaddress
import re
from typing import Final, Literal
from urllib.parse import SplitResult, urlsplit

LONGEST_ADDRESS: Final = 1000


PORTS: Final = (443, 8443)


Reason = Literal["form", "scheme", "credentials", "port", "host"]


_VISIBLE = re.compile(r"[!-~]+")


_NAME = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?")


_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")


_LOCALHOST = re.compile(r"^(https?://)localhost(?=[:/?]|$)", re.IGNORECASE)


# Domains that resolve only inside a local network.
_INSIDE = (
    ".localhost",
    ".local",
    ".internal",
    ".intranet",
    ".lan",
    ".home",
    ".corp",
    ".svc",
    ".arpa",
    ".onion",
)


# IPv4 ranges that are not public or belong to our platform.
_NO_ONES_4 = tuple(
    ipaddress.IPv4Network(item)
    for item in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "168.63.129.16/32", "169.254.0.0/16",
        "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
        "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    )
)  # fmt: skip


# IPv6 ranges that are reserved or embed IPv4. Mapped, NAT64, link-local and unique local addresses are
# outside 2000::/3.
_GLOBAL_6 = ipaddress.IPv6Network("2000::/3")


_NO_ONES_6 = tuple(
    ipaddress.IPv6Network(item) for item in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
)


class AddressRefused(ValueError):
    """`reason` is the rule that the URL breaks."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


def check_address(address: str, *, to_loopback: bool) -> None:
    """Raises AddressRefused. `to_loopback` also allows http to this machine. The IP addresses of a hostname
    are only checked when a delivery resolves it."""
    if len(address) > LONGEST_ADDRESS or not _VISIBLE.fullmatch(address) or "\\" in address:
        raise AddressRefused("form")
    parts, port = _parts_of(address)
    if "@" in parts.netloc:
        raise AddressRefused("credentials")
    if "#" in address or _PERCENT.search(parts.path + parts.query):
        raise AddressRefused("form")
    host = parts.hostname or ""
    if to_loopback and parts.scheme in ("http", "https") and is_loopback(host):
        return
    if parts.scheme != "https":
        raise AddressRefused("scheme")
    if not _is_host(host):
        raise AddressRefused("host")
    if port is not None and port not in PORTS:
        raise AddressRefused("port")


def is_only_too_near(address: str) -> bool:
    """True if `to_loopback` would allow the URL. `localhost` counts as 127.0.0.1."""
    try:
        check_address(_LOCALHOST.sub(r"\g<1>127.0.0.1", address), to_loopback=True)
    except AddressRefused:
        return False
    return True


def _parts_of(address: str) -> tuple[SplitResult, int | None]:
    try:
        parts = urlsplit(address)
        return parts, parts.port
    except ValueError:
        raise AddressRefused("form") from None


def _is_host(host: str) -> bool:
    """True for full domain names and public IP addresses in canonical form. `0x7f.1` is refused."""
    if ":" in host or host.replace(".", "").isdigit():
        return is_public(host)
    return len(host) <= 253 and _NAME.fullmatch(host) is not None and not host.endswith(_INSIDE)


def is_loopback(host: str) -> bool:
    return host in ("127.0.0.1", "::1")


def is_public(address: str) -> bool:
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv4Address):
        return ip.is_global and not any(ip in network for network in _NO_ONES_4)
    return (
        ip.is_global
        and ip.scope_id is None
        and ip in _GLOBAL_6
        and not any(ip in network for network in _NO_ONES_6)
    )


def host_of(address: str) -> str:
    """Returns the hostname, the only part that mails may contain. The rest of the URL may be a secret."""
    return urlsplit(address).hostname or ""
