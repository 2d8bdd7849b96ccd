"""What a game tells the rest of the house about itself: the shape of a registry entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import msgspec

from game.engine.actions import Action
from game.engine.cards import Card, Deck, Rank
from game.engine.options import Options
from game.engine.phases import DealResult, Step


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Where a match stands after some deals. ``payout`` is Muscio's: each winner's share."""

    totals: tuple[int, ...]
    over: bool
    winners: tuple[int, ...]
    payout: tuple[Fraction, ...] | None = None


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """One game of the registry.

    ``seats``: the seat counts it is played at, the usual one the second if there are several;
    ``presets``: the first is the one proposed; ``actions``: its verbs besides those all games have;
    ``deal(options, seats, dealer, pack, earlier)``: the state after the deal, ``earlier`` the results of the
    deals before it; ``draw_ranking``: how cards rank when the first dealer is drawn; ``words``: the words of
    its reasons; ``deck``: whose names its suits and court cards go by.
    """

    name: str
    title: str
    seats: tuple[int, ...]
    clockwise: bool
    presets: Mapping[str, Options]
    actions: tuple[type[Action], ...]
    pack_for: Callable[[Options, int], tuple[Card, ...]]
    sides_for: Callable[[Options, int], tuple[tuple[int, ...], ...]]
    deal: Callable[[Options, int, int, tuple[Card, ...], tuple[DealResult, ...]], Step]
    standing: Callable[[Options, int, tuple[DealResult, ...]], Standing]
    draw_ranking: tuple[Rank, ...]
    words: Mapping[str, str]
    counts_down: bool = False
    deck: Deck = "italian"
