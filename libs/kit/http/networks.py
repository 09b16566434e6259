"""Where a call comes from, as far as it matters: the network, never the very address."""

import hashlib
import ipaddress
from functools import lru_cache


@lru_cache(maxsize=8192)
def caller_at(address: str) -> str:
    """Return a name for one address, or for one /64, that does not say where it is; for counts only."""
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
    """Return a name for the /24 or /48 around an address: many people, of whom few are to blame for what one
    does."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    return str(ipaddress.ip_network((ip, 24 if ip.version == 4 else 48), strict=False))


@lru_cache(maxsize=4096)
def site_of(address: str) -> str:
    """Return the /24 or /48 an address belongs to: who has one address of version 6 mostly has a whole /48 of
    them."""
    network = ipaddress.ip_network(known, strict=False) if "/" in (known := network_of(address)) else None
    if network is None or network.version == 4:
        return known
    return str(network.supernet(new_prefix=48))


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Return the /24 or /64 an address belongs to; "unknown" for what is no address."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    return str(ipaddress.ip_network((ip, 24 if ip.version == 4 else 64), strict=False))
