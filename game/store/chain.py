"""The running digest of a match: each row holds the digest of all rows before it and of itself.

A bit that flips on the disk, a row that is lost or comes back shows where it happened: up to there
the match is what was accepted. It is no protection against people, only against disks.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final, TypeAlias

import msgspec

from game.engine.cards import notation
from game.record import DealRecord

SIZE: Final = 8
"""Bytes: that a damaged row has the right digest happens once in 10^19 times."""
DealRow: TypeAlias = tuple[int, int, int, str, str, bytes]
ActionRow: TypeAlias = tuple[int, int, int, str, bytes]
_encode: Final = msgspec.msgpack.Encoder().encode


def chained(before: object, *row: object) -> bytes:
    """The digest of a row that follows on the digest ``before``."""
    return blake2b(_encode((before, row)), digest_size=SIZE).digest()


def origin(header: object, players: object, seed: object, created: object) -> bytes:
    """The digest of a match before its first deal."""
    return chained(None, header, players, seed, created)


def deal_digest(before: object, number: object, dealer: object, pack: object, extra: object) -> bytes:
    """The digest of a deal's row."""
    return chained(before, "deal", number, dealer, pack, extra)


def action_digest(before: object, deal: object, number: object, text: object) -> bytes:
    """The digest of an action's row."""
    return chained(before, "action", deal, number, text)


class Links(msgspec.Struct, frozen=True):
    """The rows of some deals with their actions, and the digest after the last one."""

    deals: tuple[DealRow, ...]
    actions: tuple[ActionRow, ...]
    tip: bytes


def linked(match_id: int, before: bytes, first: int, deals: tuple[DealRecord, ...]) -> Links:
    """The rows of deals from number ``first`` on, which follow on the digest ``before``."""
    deal_rows, action_rows, tip = list[DealRow](), list[ActionRow](), before
    for number, deal in enumerate(deals, first):
        pack, extra = notation(deal.pack), msgspec.json.encode(deal.extra).decode()
        tip = deal_digest(tip, number, deal.dealer, pack, extra)
        deal_rows.append((match_id, number, deal.dealer, pack, extra, tip))
        for at, action in enumerate(deal.actions, 1):
            tip = action_digest(tip, number, at, str(action))
            action_rows.append((match_id, number, at, str(action), tip))
    return Links(tuple(deal_rows), tuple(action_rows), tip)
