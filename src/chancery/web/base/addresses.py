"""Networks: the addresses that count as one client when something is limited.

A customer with IPv6 owns at least a /64, so all addresses of one /64 count as one. Many own more,
up to a /48, so all networks of one /48 together have only a few times the limits of one (`BLOCK`).
"""

from __future__ import annotations

import ipaddress
from functools import lru_cache

BLOCK = 4  # how many times the limits of one network all networks of its /48 have together


@lru_cache(maxsize=10_000)
def network(address: str) -> str:
    """Return the network of an address; empty for this machine and for invalid addresses."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is not None:
        parsed = parsed.ipv4_mapped
    if parsed.is_loopback:
        return ""
    if parsed.version == 4:
        return str(parsed)
    return str(ipaddress.ip_network((parsed, 64), strict=False))


@lru_cache(maxsize=10_000)
def block(network: str) -> str:
    """Return the /48 that an IPv6 network belongs to; empty for anything else."""
    if ":" not in network:
        return ""
    try:
        return str(ipaddress.IPv6Network(network).supernet(new_prefix=48))
    except ValueError:
        return ""
