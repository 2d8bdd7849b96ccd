"""What a session knows of its match from the start, and what follows from it and an observation."""

from __future__ import annotations

from typing import Final

import msgspec

from game.core.cards import Card
from game.core.options import Options
from game.match.assistance import AssistanceOptions
from game.match.observation import Observation
from game.match.setup import PERSON_KIND, MatchSetup, PlayerInfo
from game.rules import GAMES, Game
from game.session.hot_seat import HotSeat
from game.text.player_names import format_player_names

PLACEHOLDER_LEVEL: Final = "club"
"""The kind of the other players where one person sits at a table alone."""


class MatchInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What never changes in a match.

    ``players`` are named as in the record. ``seats`` are those that the session acts for; of a match without people
    it looks from the first seat.
    """

    game_id: str
    preset: str
    options: Options
    players: tuple[PlayerInfo, ...]
    assistance: AssistanceOptions
    shuffle_word: str
    pack: tuple[Card, ...]
    votes_needed: int
    seats: tuple[int, ...]

    @property
    def game(self) -> Game:
        """The game that is played."""
        return GAMES[self.game_id]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats, as they are shown."""
        return format_player_names(tuple(player.name for player in self.players))


def make_solo_info(observation: Observation, names: tuple[str, ...]) -> MatchInfo:
    """Return the match of a person who sits alone at the seat of ``observation``; ``names`` are those of all seats."""
    game, seat = GAMES[observation.game_id], observation.seat
    assert seat is not None
    return MatchInfo(
        game_id=game.id,
        preset=next(iter(game.presets)),
        options=observation.options,
        players=tuple(
            PlayerInfo(name, PERSON_KIND if index == seat else PLACEHOLDER_LEVEL) for index, name in enumerate(names)
        ),
        assistance=AssistanceOptions(),
        shuffle_word="",
        pack=game.make_pack(observation.options, observation.seats),
        votes_needed=0,
        seats=(seat,),
    )


def list_human_seats(info: MatchInfo, observation: Observation) -> tuple[int, ...]:
    """Return the seats that people play, those who left excepted."""
    departed = observation.departed_seats
    return tuple(seat for seat, player in enumerate(info.players) if player.is_person and seat not in departed)


def is_abandoned_by_all(info: MatchInfo, observation: Observation) -> bool:
    """Return whether every person has left, so that the computer plays the match to its end."""
    return any(player.is_person for player in info.players) and not list_human_seats(info, observation)


def find_active_seat(info: MatchInfo, observation: Observation, hot_seat: HotSeat | None) -> int | None:
    """Return the seat of the person at the screen, who leaves, votes and talks there; None if nobody in particular."""
    awaited_seat = None if hot_seat is None else hot_seat.awaited_seat
    seat = observation.seat if awaited_seat is None else awaited_seat
    return seat if seat in info.seats and seat in list_human_seats(info, observation) else None


def make_rematch_setup(info: MatchInfo, observation: Observation) -> MatchSetup:
    """Return the same match once more: the same people at the same seats, the next dealer."""
    dealer, result = observation.dealer, observation.result
    if result is not None and not result.is_dealer_kept:
        dealer = (dealer + 1) % observation.seats
    players = tuple(
        PlayerInfo(name, player.kind) for name, player in zip(info.names, info.players, strict=True)
    )  # fmt: skip
    return MatchSetup(
        info.game_id, info.preset, info.options, players, dealer, info.shuffle_word, assistance=info.assistance
    )
