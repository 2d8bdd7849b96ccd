"""Invitations survive every wrapping that a chat program does, and a fault in them is named."""

from __future__ import annotations

import msgspec
import pytest

from game.network.invitation import (
    Invitation,
    InvitationError,
    decode_invitation,
    encode_invitation,
)

INVITATION = Invitation(("192.168.1.20", "2001:db8::7", "bar.example.org"), 51234, bytes(range(32)), bytes(range(16)))


def test_invitation_is_read_back() -> None:
    text = encode_invitation(INVITATION)
    assert decode_invitation(text) == INVITATION
    assert decode_invitation(f"  {text[:20]}\n{text[20:]} \r\n") == INVITATION
    assert len(text) < 200


def test_every_wrong_or_missing_character_is_noticed() -> None:
    text = encode_invitation(INVITATION)
    for place in range(4, len(text)):
        other = "A" if text[place] != "A" else "B"
        for damaged in (text[:place] + other + text[place + 1 :], text[:place] + text[place + 1 :]):
            with pytest.raises(InvitationError) as caught:
                decode_invitation(damaged)
            assert caught.value.reason.code == "invitation_damaged", damaged


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no_invitation"),
        ("hello", "no_invitation"),
        ("tv1.", "invitation_damaged"),
        ("tv1.!!!!", "invitation_damaged"),
        ("tv0.AAAA", "invitation_older"),
        ("tv2.AAAA", "invitation_newer"),
        ("tv1." + "A" * 5000, "invitation_damaged"),
    ],
)
def test_fault_of_an_invitation_is_named(text: str, code: str) -> None:
    with pytest.raises(InvitationError) as caught:
        decode_invitation(text)
    assert caught.value.reason.code == code


@pytest.mark.parametrize(
    "change",
    [
        {"addresses": ()}, {"addresses": ("a b",)}, {"addresses": ("1.2.3.4",) * 9}, {"port": 0}, {"port": 70000},
        {"secret": b""}, {"fingerprint": b"x"}, {"addresses": ("wss://bar/?x=1",)},
    ],
)  # fmt: skip
def test_impossible_values_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        Invitation(**{**msgspec.structs.asdict(INVITATION), **change})
