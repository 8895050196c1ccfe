"""The nginx settings in docs/operating.md count an IPv6 network, and its /48, as one visitor."""

from __future__ import annotations

import random
import re
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path

import pytest

PAGE = (Path(__file__).parent.parent / "docs" / "operating.md").read_text("utf-8")
_MAP = r"map \$(\w+) \$%s \{\n(.*?)\n *\}\n"
_RULE = re.compile(r'^ *"~(.*)" (?:\$(\w+)|"");$', re.MULTILINE)
_DEFAULT = re.compile(r'^ *default (?:\$\w+|"");$', re.MULTILINE)


def seen(variable: str, address: IPv4Address | IPv6Address) -> bytes:
    """Return an address as in one of two nginx variables: as text or in binary."""
    return {"remote_addr": str(address).encode(), "binary_remote_addr": address.packed}[variable]


def key(address: IPv4Address | IPv6Address, name: str = "network") -> bytes:
    """Return the key by which nginx counts an address, according to one of the page's maps."""
    [(variable, rules)] = re.findall(_MAP % name, PAGE, re.DOTALL)
    text = seen(variable, address)
    for pattern, group in _RULE.findall(rules):
        if match := re.search(pattern.replace("(?<", "(?P<").encode(), text):
            return match[group] if group else b""
    [default] = _DEFAULT.findall(rules)
    return b"" if '""' in default else text


def addresses(network: int, dice: random.Random) -> list[IPv6Address]:
    """Return addresses of a network, with zeros in all positions that `::` can replace."""
    hosts = {0, 1, 0xA0A0A0A0A0A0A0A, 2**64 - 1, dice.getrandbits(64)}
    hosts |= {dice.getrandbits(64) & mask for mask in (0xFFFF, 0xFFFF << 16, 0xFFFF << 48)}
    return [IPv6Address(network << 64 | host) for host in hosts]


def networks() -> list[int]:
    """Return networks of 64 bits with groups that are zero, short or long, or a line feed."""
    dice = random.Random("networks")
    groups = (0, 0, 1, 0xA, 0xA0A, 0xDB8, 0x2001, 0xFFFF)
    chosen = [tuple(dice.choice(groups) for _ in range(4)) for _ in range(300)]
    found = {a << 48 | b << 32 | c << 16 | d for a, b, c, d in chosen}
    found |= {dice.getrandbits(64) for _ in range(100)}
    return sorted(found - {0})


def test_every_address_of_a_network_has_the_same_key_and_no_other_network_has_it() -> None:
    dice = random.Random("addresses")
    keys = {}
    for network in networks():
        found = {key(address) for address in addresses(network, dice)}
        assert len(found) == 1, f"{IPv6Address(network << 64)}/64 has {len(found)} keys"
        keys[network] = found.pop()
    assert len(set(keys.values())) == len(keys)


@pytest.mark.parametrize("text", ["192.0.2.1", "192.0.2.10", "10.10.10.10"])
def test_every_address_of_ipv4_has_a_key_of_its_own(text: str) -> None:
    others = {key(IPv4Address("192.0.2.2")), key(IPv6Address("2001:db8::1"))}
    assert key(ip_address(text)) not in others
    assert key(IPv6Address(f"::ffff:{text}")) == key(ip_address(text))


def test_all_networks_of_a_block_have_the_same_second_key() -> None:
    first, *others = (key(IPv6Address(f"2001:db8:7:{n:x}::a0a"), "block") for n in (0, 1, 0xA0A))
    assert len(first) == 6
    assert set(others) == {first}
    assert key(IPv6Address("2001:db8:8:0::a0a"), "block") != first


@pytest.mark.parametrize("text", ["192.0.2.1", "::ffff:192.0.2.1"])
def test_ipv4_has_no_second_key(text: str) -> None:
    """nginx does not count empty keys."""
    assert key(ip_address(text), "block") == b""
