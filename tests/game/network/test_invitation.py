"""Invitations survive every wrapping that a chat program does, a fault in them is named; which addresses they hold."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from types import SimpleNamespace
from unittest.mock import patch

import msgspec
import pytest

from game.network.addresses import choose_addresses, list_own_addresses
from game.network.invitation import (
    MAX_ADDRESSES,
    MAX_OUTER_ENDPOINTS,
    Endpoint,
    Invitation,
    InvitationError,
    RelayPlace,
    decode_invitation,
    encode_invitation,
    format_invitation_link,
    is_address,
    parse_endpoint,
)
from game.text.errors import describe_error
from tests.game.network.invitation_codes import encode_addresses
from tests.rows import check_rows

INVITATION = Invitation(("192.168.1.20", "2001:db8::7", "bar.example.org"), 51234, bytes(range(32)), bytes(range(16)))
RELAY = RelayPlace("relay.example.org", 443, bytes(range(16)))
FULL_INVITATION = msgspec.structs.replace(INVITATION, outer=(Endpoint("203.0.113.5", 40000),), relay=RELAY)


@check_rows(
    "text",
    [
        "{code}", "  {start}\n{end} \r\n", "{link}", "<{link}>", "*{code}*", "Ciao Ann, at 9?\n{code}\nBring Bob!",
        "{code} see you later", "{code}.", "> the code is {start}\n> {end}\n> bye", "{start}\u200b{end}",
        "{code} {link}",
        "{code} or on tv2. Or this old one: {old}",
    ],
)  # fmt: skip
def test_invitation_is_found_in_whatever_text_it_arrives(text: str) -> None:
    for invitation in (INVITATION, FULL_INVITATION):
        code = encode_invitation(invitation)
        parts = {"code": code, "start": code[:20], "end": code[20:], "old": "tv1." + code[4:]}
        whole = text.format(**parts, link=format_invitation_link(invitation))
        assert decode_invitation(whole) == invitation
        assert decode_invitation("".join(whole.split())) == invitation, "as the page pastes it"
        assert len(code) < 250


def test_different_invitations_in_a_text_are_an_error() -> None:
    with pytest.raises(InvitationError) as caught:
        decode_invitation(f"{encode_invitation(INVITATION)} and {encode_invitation(FULL_INVITATION)}")
    assert caught.value.reason.code == "two_invitations"


@check_rows(
    ("text", "endpoint"),
    [
        ("bar.example.org", Endpoint("bar.example.org", 9)), ("bar.example.org:80", Endpoint("bar.example.org", 80)),
        ("192.0.2.1:80", Endpoint("192.0.2.1", 80)), ("2001:db8::7", Endpoint("2001:db8::7", 9)),
        ("[2001:db8::7]:80", Endpoint("2001:db8::7", 80)), ("[::1]:80", Endpoint("::1", 80)),
        ("", None), (":80", None), ("bar:", None), ("bar:0", None), ("bar:70000", None), ("[bar", None), ("a b", None),
    ],
)  # fmt: skip
def test_endpoint_is_an_address_with_or_without_a_port(text: str, endpoint: Endpoint | None) -> None:
    if endpoint is not None:
        assert parse_endpoint(text, 9) == endpoint
    else:
        with pytest.raises(ValueError):
            parse_endpoint(text, 9)


def test_every_wrong_or_missing_character_is_noticed() -> None:
    text = encode_invitation(INVITATION)
    for place in range(4, len(text)):
        other = "A" if text[place] != "A" else "B"
        for damaged in (text[:place] + other + text[place + 1 :], text[:place] + text[place + 1 :]):
            with pytest.raises(InvitationError) as caught:
                decode_invitation(damaged)
            assert caught.value.reason.code == "invitation_damaged", damaged


@check_rows(
    ("text", "code"),
    [
        ("", "no_invitation"),
        ("hello", "no_invitation"),
        ("tv2.", "invitation_damaged"),
        ("tv2.!!!!", "invitation_damaged"),
        ("tv1.AAAA", "invitation_older"),
        ("tv3.AAAA", "invitation_newer"),
        ("tv2." + "A" * 5000, "invitation_damaged"),
        ("A" * 5000, "no_invitation"),
    ],
)
def test_fault_of_an_invitation_is_named(text: str, code: str) -> None:
    with pytest.raises(InvitationError) as caught:
        decode_invitation(text)
    assert caught.value.reason.code == code


@check_rows(
    "change",
    [
        {"addresses": ()}, {"addresses": ("a b",)}, {"addresses": ("1.2.3.4",) * 9}, {"port": 0}, {"port": 70000},
        {"secret": b""}, {"fingerprint": b"x"}, {"addresses": ("wss://bar/?x=1",)}, {"outer": (Endpoint("a b", 1),)},
        {"outer": (Endpoint("a", 0),)}, {"outer": (Endpoint("a", 1),) * (MAX_OUTER_ENDPOINTS + 1)},
        {"relay": RelayPlace("", 1, bytes(16))}, {"relay": RelayPlace("a", 70000, bytes(16))},
        {"relay": RelayPlace("a", 1, bytes(15))},
    ],
)  # fmt: skip
def test_impossible_values_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        Invitation(**{**msgspec.structs.asdict(INVITATION), **change})


LABEL = "a" * 63
GOOD_ADDRESSES = (
    "192.168.1.20", "8.8.4.4", "127.0.0.1", "169.254.3.4", "::1", "2001:db8::7", "fe80::7", "::ffff:192.168.1.20",
    "localhost", "bar.example.org", "BAR-2.example.org", "a.b", "x", "xn--caff-yoa.example", "3com.com", "1.2.3.de",
    "0xbar", LABEL, f"{LABEL}.{LABEL}.{LABEL}.{LABEL[:61]}",
)  # fmt: skip
WRONG_ADDRESSES = (
    "", ".", "..", "a..b", ".a", "a.", "bar.example.org.", "a b", " a", "a\n", "a_b", "-a", "a-", "a.-b", "a-.b",
    "a.b-", "caffè.example", "a/b", "a:b", "a:443", "192.168.1.20:443", "user@bar", "bar?x=1", "bar#x", "wss://bar",
    "a%20b",
    LABEL + "a", f"a.{LABEL}a.b", f"{LABEL}.{LABEL}.{LABEL}.{LABEL[:62]}", "a." * 126 + "ab", "a" * 2000,
    "1.2.3", "1", "256", "1.2.3.4.5", "256.1.1.1", "1.2.3.256", "01.2.3.4", "1.2.3.04", "0x7f.0.0.1", "0x7f000001",
    "0x", "1.2.3.0x4", "0177.0.0.1", "1.2.3.-4", "1.2.3.4.", "1..2.3", "bar.1", "bar.0xa", "２.1.1.1", "1.2.3.٤",
    "[::1]", "[2001:db8::7]", "fe80::1%eth0", "::1%lo", "2001:db8::7::1", "2001:db8", ":::", "1:2:3:4:5:6:7:8:9",
    "12345::1", "::256.1.1.1", "::ffff:1.2.3", "2001:db8::7/64", "10.0.0.0/8", "0.0.0.0", "::", "224.0.0.1", "ff02::1",
)  # fmt: skip


@check_rows("address", GOOD_ADDRESSES)
def test_ip_address_or_name_of_a_machine_is_an_address(address: str) -> None:
    assert is_address(address)
    invitation = msgspec.structs.replace(INVITATION, addresses=("192.168.1.20", address))
    assert decode_invitation(encode_invitation(invitation)) == invitation


@check_rows("address", WRONG_ADDRESSES)
def test_wrong_address_of_an_invitation_is_named(address: str) -> None:
    assert not is_address(address)
    with pytest.raises(InvitationError) as caught:
        decode_invitation(encode_addresses("192.168.1.20", address))
    line = describe_error(caught.value)
    assert line.startswith("address 2 in the link is wrong") and repr(address[:64]) in line
    assert line.isprintable() and len(line) < 200


# -- the addresses of this machine at which others can reach it


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
