"""Identifies networks without storing full IP addresses."""

import hashlib
import ipaddress
from functools import lru_cache


@lru_cache(maxsize=8192)
def caller_at(address: str) -> str:
    """Returns a pseudonym of an IPv4 address or an IPv6 /64, for rate limits."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(ip, ipaddress.IPv6Address):
        mapped = ip.ipv4_mapped
        own = network_of(address) if mapped is None else str(mapped)
    else:
        own = str(ip)
    return hashlib.blake2b(own.encode(), digest_size=12).hexdigest()


@lru_cache(maxsize=8192)
def neighbours_of(address: str) -> str:
    """Returns the IPv4 /24 or IPv6 /48 around the address."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    return str(ipaddress.ip_network((ip, 24 if ip.version == 4 else 48), strict=False))


@lru_cache(maxsize=4096)
def site_of(address: str) -> str:
    """Returns the IPv4 /24 or IPv6 /48 around the address, because the owner of an IPv6 address usually has a
    whole /48."""
    network = ipaddress.ip_network(known, strict=False) if "/" in (known := network_of(address)) else None
    if network is None or network.version == 4:
        return known
    return str(network.supernet(new_prefix=48))


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Returns the IPv4 /24 or IPv6 /64, or "unknown" for an invalid IP address."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    return str(ipaddress.ip_network((ip, 24 if ip.version == 4 else 64), strict=False))
