"""Records of played matches, and their documents."""

from __future__ import annotations

import json
from typing import Any

from game.match.record import Record, encode_record
from tests.helpers import PlayoutMoment, make_match, make_record, play_random_actions

PACK_TEXT = " ".join(str(card) for card in make_match().pack)
"""The sorted pack: seat 1, forehand of dealer 0, gets Ad 3d 5d, seat 0 2d 4d 6d, and 7d is turned."""


def make_document(*actions: str, **changes: Any) -> dict[str, Any]:
    """Return a record of two seats with one deal, with ``changes`` at its top level."""
    document: dict[str, Any] = {
        "format": "tavoloverde-record",
        "version": 1,
        "game": "briscola",
        "preset": "classic",
        "options": {},
        "seats": ["Anna", "Bruno"],
        "first_dealer": 0,
        "deals": [{"dealer": 0, "pack": PACK_TEXT, "actions": list(actions)}],
    }
    return document | changes


def play_random_record(deals: int = 9, seed: object = 1, **table: Any) -> tuple[Record, list[PlayoutMoment]]:
    match = make_match(**table)
    moments = list(play_random_actions(match, seed, deals, prefers_new_verbs=True))
    return make_record(match, moments), moments


def make_deal_entry(pack: str = PACK_TEXT, dealer: Any = 0, actions: Any = ()) -> dict[str, Any]:
    return {"dealer": dealer, "pack": pack, "actions": list(actions) if isinstance(actions, tuple) else actions}


def play_whole_match(**table: Any) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(encode_record(play_random_record(**table)[0]))
    return document
