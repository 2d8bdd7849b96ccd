"""Guessing where the cards are in a game whose hands are dealt once: what can be anywhere, and what cannot."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import ONE, Bits, bits_of, suit_mask
from game.ai.batch.playout import Start, start_of
from game.ai.batch.tables import Tables
from game.ai.batch.worlds import Hidden, guess
from game.ai.search import Dealing
from game.engine.cards import HIDDEN, Card
from game.engine.tricks import Tricks

NO_STOCK: Final = 0


class _Fall(msgspec.Struct, frozen=True):
    """A card that was played: by which player (counted from 0), which card, what had been led before it, in which
    trick; ``place``: where it is guessed if it lies face down, else None; ``broken``: whether a trump had fallen in
    an earlier trick."""

    player: int
    card: Card
    led: Card | None
    trick: int
    place: int | None
    broken: bool


def dealt_once(
    phase: Tricks, seat: int, pack: Collection[Card], rng: np.random.Generator, count: int,
    leaning: NDArray[np.float64] | None = None,
) -> Dealing:
    """At most ``count`` worlds that agree with ``phase``, masked for ``seat``; of ``pack`` all cards are somewhere.
    ``leaning``: (players, bits) how likely, beside the others, each player is to hold each card.

    Who did not follow suit has none of it (nor a trump, where he would have had to trump); who had to lead the highest
    of a suit has none above it.
    """
    start = start_of(phase)
    bits, players = start.tables.bits, start.players
    falls = _falls(phase, players, start.trump)
    own = [bits.mask(card for card in phase.hands[one] if card is not HIDDEN) for one in players]
    known = bits.mask(fall.card for fall in falls if fall.card is not HIDDEN)
    for mask in own:
        known |= mask
    cards = tuple(bits.numbers[card] for card in pack if not known >> bits.numbers[card] & 1)
    rooms = [start.sizes[one] - own[one].bit_count() for one in range(len(players))]
    places = len(players) + sum(fall.place is not None for fall in falls)
    rooms += [1] * (places - len(players))
    rooms.append(len(cards) - sum(rooms))
    may = np.ones((places + 1, len(cards)))
    for fall in falls:
        _rule_out(may, fall, start.tables, start.trump, cards)
    if leaning is not None:
        may[: len(players)] *= leaning[:, cards]
    worlds = guess(Hidden(cards=cards, rooms=tuple(rooms), may=may), rng, count)
    held, width = worlds.held, worlds.held.shape[1]
    hands = held[: len(players)] | np.array(own, np.uint64)[:, None]
    plays = np.zeros((len(falls), width), np.uint64)
    first_hands = hands.copy()
    for at, fall in enumerate(falls):
        plays[at] = held[fall.place] if fall.place is not None else ONE << np.uint64(bits.numbers[fall.card])
        first_hands[fall.player] |= plays[at]
    nothing = np.zeros((NO_STOCK, width), np.uint64)
    return Dealing(
        start=start, hands=hands, stock=nothing, weights=worlds.weights, first=_first(start, phase, falls),
        first_hands=first_hands, first_stock=nothing, plays=plays,
    )  # fmt: skip


def _falls(phase: Tricks, players: tuple[int, ...], trump: int) -> list[_Fall]:
    """Every card played so far, in order."""
    found: list[_Fall] = []
    place, broken, bits = len(players), False, bits_of(phase.ranking)
    for number, trick in enumerate((*(taken.trick for taken in phase.done), phase.trick)):
        for seat, card in trick.plays():
            led = trick.cards[0] if card is not trick.cards[0] or seat != trick.seats[0] else None
            down = card is HIDDEN
            found.append(_Fall(players.index(seat), card, led, number, place if down else None, broken))
            place += down
        broken = broken or any(_is_of(bits, card, trump) for card in trick.cards)
    return found


def _rule_out(
    may: NDArray[np.float64], fall: _Fall, tables: Tables, trump: int, cards: tuple[int, ...]
) -> None:
    """What a card that was played says of the hand it came from."""
    if tables.breaks and fall.led is None and not fall.broken and _is_of(tables.bits, fall.card, trump):
        lacks = ~trump  # trumps cannot be led yet while there is anything else
    elif fall.trick < tables.trump_tricks:
        lacks = 0 if _is_of(tables.bits, fall.card, trump) else trump
    elif fall.led is None and fall.trick < tables.high_tricks:
        lacks = suit_mask(fall.card.suit) & ~((2 << tables.bits.numbers[fall.card]) - 1)
    elif not tables.follows or fall.led is None:
        return
    else:
        suit = suit_mask(fall.led.suit)
        lacks = 0 if _is_of(tables.bits, fall.card, suit) else suit
        if lacks and tables.trumps and not _is_of(tables.bits, fall.card, trump):
            lacks |= trump
    for at, card in enumerate(cards):
        if lacks >> card & 1:
            may[fall.player, at] = 0
            if fall.place is not None:
                may[fall.place, at] = 0


def _is_of(bits: Bits, card: Card, mask: int) -> bool:
    return card is not HIDDEN and bool(mask >> bits.numbers[card] & 1)


def _first(start: Start, phase: Tricks, falls: list[_Fall]) -> Start:
    """The moment before the first card."""
    leader = (phase.done[0].trick if phase.done else phase.trick).seats[0]
    sizes = [size + sum(fall.player == one for fall in falls) for one, size in enumerate(start.sizes)]
    none = (0,) * len(start.players)
    return msgspec.structs.replace(
        start, first=start.players.index(leader), trick=(), taken=none, tricks=none, sizes=tuple(sizes), done=0,
        broken=False, lacks=none,
    )  # fmt: skip
