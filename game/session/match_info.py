"""The unchanging data of a match, and what follows from them and an observation."""

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

UNKNOWN_KIND: Final = ""
"""The kind of the other players in the `MatchInfo` of a single person: they have no level."""


class MatchInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The unchanging data of a match.

    ``players``: named as in the record. ``pack``: the cards of a deal, sorted. ``votes_needed``: the votes that end the
    match. ``seats``: the seats that the session acts for; in a match without people seat 0, its viewpoint; () for a
    watcher. ``daily_date``: of the daily deal with which it began, if it counts for it, "" over the network.
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
    daily_date: str = ""

    @property
    def own_seat(self) -> int | None:
        """The first seat that the session acts for; None for a watcher."""
        return next(iter(self.seats), None)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return GAMES[self.game_id]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players as the screen shows them, by seat."""
        return format_player_names(tuple(player.name for player in self.players))


def make_solo_info(observation: Observation, names: tuple[str, ...]) -> MatchInfo:
    """Return the data of a table with a person only at the seat of ``observation``.

    ``names``: the names of all seats. The options are those of the observation. ``observation.seat`` must not be None.
    """
    game, seat = GAMES[observation.game_id], observation.seat
    assert seat is not None
    return MatchInfo(
        game_id=game.id,
        preset=next(iter(game.presets)),
        options=observation.options,
        players=tuple(
            PlayerInfo(name, PERSON_KIND if index == seat else UNKNOWN_KIND) for index, name in enumerate(names)
        ),
        assistance=AssistanceOptions(),
        shuffle_word="",
        pack=game.make_pack(observation.options, observation.seats),
        votes_needed=0,
        seats=(seat,),
    )


def list_human_seats(info: MatchInfo, observation: Observation) -> tuple[int, ...]:
    """Return the seats of people who have not left, in ascending order."""
    departed = observation.departed_seats
    return tuple(seat for seat, player in enumerate(info.players) if player.is_person and seat not in departed)


def list_own_seats(info: MatchInfo, observation: Observation) -> tuple[int, ...]:
    """Return the seats of the session's people who have not left, in ascending order."""
    return tuple(seat for seat in list_human_seats(info, observation) if seat in info.seats)


def is_own_seat(info: MatchInfo, observation: Observation, seat: int | None) -> bool:
    """Return whether a person of the session is at ``seat``, who has not left."""
    if seat is None or seat not in info.seats or seat in observation.departed_seats:
        return False
    return info.players[seat].is_person


def is_left_by_all(info: MatchInfo, observation: Observation) -> bool:
    """Return whether the session had people and all of them have left."""
    return any(info.players[seat].is_person for seat in info.seats) and not list_own_seats(info, observation)


def find_active_seat(info: MatchInfo, observation: Observation, hot_seat: HotSeat | None) -> int | None:
    """Return the seat of the person at the screen, or None.

    Leaving, votes and chat at this screen are for that seat. While a person is asked for, it is that person's seat.
    """
    awaited_seat = None if hot_seat is None else hot_seat.awaited_seat
    seat = observation.seat if awaited_seat is None else awaited_seat
    return seat if is_own_seat(info, observation, seat) else None


def make_rematch_setup(info: MatchInfo, observation: Observation) -> MatchSetup:
    """Return the setup for a new match with the same rules, players and seats.

    The first dealer is the dealer of the next deal. ``observation``: of the match's end.
    """
    dealer, result = observation.dealer, observation.result
    if result is not None and not result.is_dealer_kept:
        dealer = (dealer + 1) % observation.seats
    players = tuple(
        PlayerInfo(name, player.kind) for name, player in zip(info.names, info.players, strict=True)
    )  # fmt: skip
    return MatchSetup(
        info.game_id, info.preset, info.options, players, dealer, info.shuffle_word, assistance=info.assistance
    )
