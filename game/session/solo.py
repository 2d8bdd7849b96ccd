"""What every table answers at which a person plays for himself alone and nothing is kept but what it says itself.

Nobody talks there, leaves, votes, is helped, takes anything back or waits for a clock.
"""

from __future__ import annotations

from typing import Final

from game.core.cards import Card
from game.match.assistance import AssistanceOptions
from game.match.observation import Observation
from game.match.record import Record
from game.match.setup import PERSON_KIND, MatchSetup, PlayerInfo
from game.rules import GAMES, Game
from game.session.session import SessionAssistance, SessionChat, SessionPenalties
from game.shuffling.commitments import DealProof

PLACEHOLDER_LEVEL: Final = "club"
"""What the other seats count as."""


class SoloSession:
    """That part of a `game.session.session.MatchSession`; see there. Subclasses have an ``observation``."""

    match_id: int | None = None
    chat: SessionChat | None = None
    assistance: SessionAssistance | None = None
    penalties: SessionPenalties | None = None
    awaited_seat: int | None = None
    dealt: tuple[Card, ...] = ()
    is_abandoned_by_all = is_between_deals = is_over = given_up = False

    def __init__(self, seat: int, names: tuple[str, ...]) -> None:
        """A person at ``seat``; ``names`` are those of all seats."""
        self.names = names
        self.viewer: int | None = seat
        self.active_seat: int | None = seat
        self.human_seats = (seat,)
        self.players = tuple(
            PlayerInfo(name, PERSON_KIND if index == seat else PLACEHOLDER_LEVEL) for index, name in enumerate(names)
        )
        self.min_thinking_s = 0.0
        self.assistance_options = AssistanceOptions()
        self.marks = dict[int, str]()
        self.hand_order: tuple[Card, ...] = ()

    def export_record(self) -> Record | None:
        return None

    @property
    def observation(self) -> Observation:
        raise NotImplementedError

    @property
    def game(self) -> Game:
        return GAMES[self.observation.game_id]

    @property
    def pack(self) -> tuple[Card, ...]:
        return self.game.make_pack(self.observation.options, self.observation.seats)

    @property
    def rematch_setup(self) -> MatchSetup:
        return MatchSetup(
            self.observation.game_id,
            next(iter(self.game.presets)),
            self.observation.options,
            self.players,
            self.observation.dealer,
        )

    def get_proof(self, deal_number: int) -> DealProof:
        return DealProof(deal_number=deal_number, is_in_progress=True)

    def confirm_ready(self) -> None:
        """There is no cover."""

    def mark_seat(self, seat: int, word: str) -> None:
        self.marks = {marked_seat: mark for marked_seat, mark in {**self.marks, seat: word}.items() if mark}

    def arrange_hand(self, hand: tuple[Card, ...]) -> None:
        self.hand_order = hand

    def abandon(self) -> None:
        """There is nothing to give up."""

    def start_next_deal(self) -> None:
        """There is no other."""
