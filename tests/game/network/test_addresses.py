"""An invitation holds the addresses of this machine at which others can reach it."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from types import SimpleNamespace
from unittest.mock import patch

from game.network.addresses import choose_addresses, list_own_addresses
from game.network.invitation import MAX_ADDRESSES, Invitation
from tests.rows import check_rows


def make_interface(*addresses: str) -> list[SimpleNamespace]:
    return [
        SimpleNamespace(family=socket.AF_INET6 if ":" in address else socket.AF_INET, address=address)
        for address in addresses
    ]


@check_rows(
    ("candidates", "addresses"),
    [
        (
            ["2606:4700::7", "fd00::7", "100.64.0.9", "8.8.4.4", "192.168.1.20", "10.0.0.3"],
            ["192.168.1.20", "10.0.0.3", "100.64.0.9", "8.8.4.4", "2606:4700::7", "fd00::7"],
        ),
        (["127.0.0.1", "::1", "169.254.3.4", "fe80::1%eth0", "fe80::2", "192.168.1.20"], ["192.168.1.20"]),
        (["192.168.1.20", "192.168.1.20", "0.0.0.0", "::", "224.0.0.1", "ff02::1"], ["192.168.1.20"]),
        (["127.0.0.1", "::1", "169.254.3.4", "fe80::1%eth0"], ["169.254.3.4"]),
        (["127.0.0.1", "::1", "fe80::1%eth0"], ["127.0.0.1"]),
        ([], ["127.0.0.1"]),
    ],
)
def test_addresses_are_chosen_and_ordered(candidates: Sequence[str], addresses: Sequence[str]) -> None:
    assert choose_addresses(candidates) == tuple(addresses)


def test_first_candidates_are_kept_if_there_are_too_many() -> None:
    bridges = [f"172.{number}.0.1" for number in range(17, 32)]
    addresses = choose_addresses(["192.168.1.20", "2606:4700::7", *bridges])
    assert len(addresses) == MAX_ADDRESSES
    assert {"192.168.1.20", "2606:4700::7"} <= set(addresses)
    assert Invitation(addresses, 1, bytes(32), bytes(16)).addresses == addresses


def test_all_interfaces_that_are_up_are_listed() -> None:
    interfaces = {
        "lo": make_interface("127.0.0.1", "::1"),
        "wlan0": make_interface("192.168.77.20", "2606:4700::77"),
        "tun0": make_interface("10.77.0.2"),
        "eth0": make_interface("192.168.78.20"),
    }
    states = {name: SimpleNamespace(isup=name != "eth0") for name in interfaces}
    with (
        patch("psutil.net_if_addrs", return_value=interfaces),
        patch("psutil.net_if_stats", return_value=states),
        patch("socket.socket", side_effect=OSError("no route")),
    ):
        assert list_own_addresses() == ("192.168.77.20", "10.77.0.2", "2606:4700::77")


def test_machine_whose_interfaces_cannot_be_read_has_the_address_of_its_route() -> None:
    with patch("psutil.net_if_addrs", side_effect=PermissionError("refused")):
        assert list_own_addresses(), "at least the loopback address"
