"""Addresses: who counts as one when something is limited by where it comes from.

Whoever has an address of IPv6 has at least as many as fit into 64 bits: they count as one.
"""

from __future__ import annotations

import ipaddress
from functools import lru_cache


@lru_cache(maxsize=10_000)
def network(address: str) -> str:
    """The network that counts as one; nothing for this machine and for what is no address."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if found.is_loopback:
        return ""
    if found.version == 4:
        return str(found)
    return str(ipaddress.ip_network((found, 64), strict=False))
