"""The check of what a host says of its table before the match: versions, lobby and the guest's own seat."""

from __future__ import annotations

from game.core.messages import InputError
from game.core.options import change_options
from game.network.messages import PROTOCOL_VERSION, Lobby, SeatKey, Welcome
from game.rules import GAMES
from game.session.encoding import MessageError
from game.session.match_info import MatchInfo


class TableCheck:
    """The table as the host has shown it last."""

    def __init__(self) -> None:
        self._lobby: Lobby | None = None
        self._own_seat: int | None = None

    def begin_connection(self) -> None:
        """Forget the lobby: a new connection shows another one, or the match."""
        self._lobby = None

    def take(self, message: Welcome | Lobby | SeatKey) -> bool:
        """Note a message; return whether the versions are those with which the host has let in this guest."""
        match message:
            case Lobby():
                self._lobby = message
            case SeatKey(seat=seat):
                self._own_seat = seat
            case Welcome(protocol=protocol, game=game_id, rules_version=rules_version):
                return (protocol, rules_version) == (PROTOCOL_VERSION, getattr(GAMES.get(game_id), "rules_version", 0))
        return True

    def has_match(self, info: MatchInfo) -> bool:
        """Return whether the data of a match agree with each other, and with the lobby that was shown before."""
        if len(info.seats) != 1 or not 0 <= info.seats[0] < len(info.players):
            raise MessageError("not one seat")
        is_sound = (
            self._own_seat in (None, info.seats[0])
            and info.pack == info.game.make_pack(info.options, len(info.players))
            and info.votes_needed == min(info.options.exit_votes, len(info.players))
            and not info.shuffle_word
            and info.players[info.seats[0]].is_person
        )
        lobby, own_seat = self._lobby, self._own_seat
        self._lobby, self._own_seat = None, info.seats[0]
        return is_sound and (lobby is None or (own_seat is not None and _is_match_of_lobby(info, lobby)))


def _is_match_of_lobby(info: MatchInfo, lobby: Lobby) -> bool:
    """Return whether a match has the rules and the players of the lobby, and this guest has its seat."""
    preset = GAMES[lobby.game].presets.get(lobby.preset) if lobby.game in GAMES else None
    if preset is None or (lobby.game, lobby.preset) != (info.game_id, info.preset):
        return False
    try:
        options = change_options(preset, lobby.changes)
    except InputError:
        return False
    players = zip(lobby.seats, info.players, strict=False)
    return (
        options == info.options
        and len(lobby.seats) == len(info.players)
        and info.seats == (lobby.your_seat,)
        and all((seat.name, seat.kind) == (player.name, player.kind) for seat, player in players if seat.kind)
    )
