"""The running digest of a match: each row holds the digest of all rows before it and of itself.

A bit that flips on the disk, a row that is lost or comes back shows where it happened: up to there
the match is what was accepted. It is no protection against people, only against disks.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final, TypeAlias

import msgspec

from game.core.cards import format_cards
from game.match.record import DealRecord

DIGEST_SIZE_BYTES: Final = 8
"""Bytes: that a damaged row has the right digest happens once in 10^19 times."""
DealRow: TypeAlias = tuple[int, int, int, str, str, bytes]
ActionRow: TypeAlias = tuple[int, int, int, str, bytes]
_encode: Final = msgspec.msgpack.Encoder().encode


def compute_chain_digest(previous_digest: object, *values: object) -> bytes:
    """The digest of a row that follows on the digest ``before``."""
    return blake2b(_encode((previous_digest, values)), digest_size=DIGEST_SIZE_BYTES).digest()


def compute_origin_digest(header: object, players: object, seed: object, created: object) -> bytes:
    """The digest of a match before its first deal."""
    return compute_chain_digest(None, header, players, seed, created)


def compute_deal_digest(previous_digest: object, number: object, dealer: object, pack: object, extra: object) -> bytes:
    """The digest of a deal's row."""
    return compute_chain_digest(previous_digest, "deal", number, dealer, pack, extra)


def compute_action_digest(previous_digest: object, deal: object, number: object, text: object) -> bytes:
    """The digest of an action's row."""
    return compute_chain_digest(previous_digest, "action", deal, number, text)


class ChainRows(msgspec.Struct, frozen=True):
    """The rows of some deals with their actions, and the digest after the last one."""

    deal_rows: tuple[DealRow, ...]
    action_rows: tuple[ActionRow, ...]
    last_digest: bytes


def build_chain_rows(
    match_id: int, previous_digest: bytes, first_number: int, deals: tuple[DealRecord, ...]
) -> ChainRows:
    """The rows of deals from number ``first`` on, which follow on the digest ``before``."""
    deal_rows, action_rows, digest = list[DealRow](), list[ActionRow](), previous_digest
    for deal_number, deal in enumerate(deals, first_number):
        pack, extra = format_cards(deal.pack), msgspec.json.encode(deal.extra).decode()
        digest = compute_deal_digest(digest, deal_number, deal.dealer, pack, extra)
        deal_rows.append((match_id, deal_number, deal.dealer, pack, extra, digest))
        for action_number, action in enumerate(deal.actions, 1):
            digest = compute_action_digest(digest, deal_number, action_number, str(action))
            action_rows.append((match_id, deal_number, action_number, str(action), digest))
    return ChainRows(tuple(deal_rows), tuple(action_rows), digest)
