"""The lobby of a table: who sits where before the match starts."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

import msgspec

from game.ai.levels import list_levels
from game.ai.personas import PERSONAS
from game.core.options import change_options, find_changed_options
from game.core.sanitizer import has_sentence_marks, name_key, sanitize_line
from game.match.assistance import AssistanceOptions
from game.match.house_rules import RuleSet
from game.match.setup import PERSON_KIND, MatchSetup, PlayerInfo
from game.network.guest import Guest
from game.network.messages import MAX_NAME_CHARACTERS, Lobby, LobbySeat
from game.network.table_people import Watchers
from game.rules import GAMES
from game.session.match_info import MatchInfo
from game.text.player_names import is_computer_name, is_default_person_name

EMPTY_SEAT: Final = LobbySeat()
NETWORK_ASSISTANCE: Final = AssistanceOptions(undo=False, hints=False)


class TableLobby:
    """The seats of a table before the match: ``seats`` and the ``guests`` at them, both in order of play.

    ``watchers``: the people without a seat; ``level``: of the computer players who take the empty seats.
    """

    def __init__(self, rules: RuleSet, seat_count: int, watchers: Watchers, level: str) -> None:
        self.rules, self.level = rules, level
        self.watchers = watchers
        self.seats: list[LobbySeat] = [EMPTY_SEAT] * seat_count
        self.guests: list[Guest | None] = [None] * seat_count

    def find_name_refusal(
        self, name: str, held_seat: int | None = None, players: Iterable[LobbySeat | PlayerInfo] = ()
    ) -> str:
        """Return the code of the reason against ``name`` at this table, or ""; its own ``held_seat`` is none.

        ``players``: those of the match, if it has started.

        "Computer" and the names of the computer players at the table are reserved. A character of the program that
        does not sit there is free, because people are called Anna and Bruno too; a computer player that comes later
        gets the name of another one.
        """
        is_valid = bool(name) and sanitize_line(name, MAX_NAME_CHARACTERS) == name and not is_default_person_name(name)
        if not is_valid:
            return "name_invalid"
        if has_sentence_marks(name):
            return "name_punctuation"
        if is_computer_name(name):
            return "name_reserved"
        others = [seat for number, seat in enumerate(self.seats) if seat.name and number != held_seat]
        watchers = [PlayerInfo(name, PERSON_KIND) for name in self.watchers.present_names]
        namesakes = [
            player.kind for player in (*players, *others, *watchers) if name_key(player.name) == name_key(name)
        ]
        if any(kind != PERSON_KIND for kind in namesakes):
            return "name_reserved"
        return "name_taken" if namesakes else ""

    @property
    def owner_seat(self) -> int | None:
        """The seat of the owner, who may be away; None before they have come."""
        return next((number for number, seat in enumerate(self.seats) if seat.is_owner), None)

    @property
    def free_seat_count(self) -> int:
        """The number of empty seats for people who come; one is the owner's until they have come."""
        is_kept = self.owner_seat is None and self.watchers.owner is None
        return max(0, sum(not seat.kind for seat in self.seats) - is_kept)

    def add(self, guest: Guest) -> str:
        """Give a guest the first empty seat. Return the code of the reason if that is refused, else "".

        A guest whose person has a seat gets that one, and their earlier connection is displaced.
        """
        entry, seat, is_ready = guest.entry, self._find_held_seat(guest), False
        refusal = self.find_name_refusal(entry.name, seat)
        if refusal:
            return refusal
        if seat is None:
            empty_seats = [number for number, lobby_seat in enumerate(self.seats) if not lobby_seat.kind]
            if not (empty_seats and (guest.is_owner or self.free_seat_count)):
                return "table_full"
            seat = empty_seats[0]
        else:
            is_ready = self.seats[seat].is_ready
            earlier_guest = self.guests[seat]
            if earlier_guest is not None:
                earlier_guest.displace(guest)
        portrait = entry.color, entry.avatar_number
        self.seats[seat] = LobbySeat(PERSON_KIND, entry.name, *portrait, is_ready, guest.is_owner)
        self.guests[seat] = guest
        return ""

    def _find_held_seat(self, guest: Guest) -> int | None:
        """Return the seat that the person has: the owner's, or that of this run of their program."""
        if guest.is_owner and self.owner_seat is not None:
            return self.owner_seat
        runs = [None if other is None else other.entry.run for other in self.guests]
        return runs.index(guest.entry.run) if guest.entry.run in runs and guest.entry.run else None

    def leave(self, seat: int) -> None:
        """Remove a guest who has gone from their seat; the owner keeps theirs while they are away."""
        if self.seats[seat].is_owner:
            self.guests[seat] = None
            self.seats[seat] = msgspec.structs.replace(self.seats[seat], is_away=True)
        else:
            self.remove(seat)

    def remove(self, seat: int) -> Guest | None:
        """Remove the player at a seat, and return the guest if it was one."""
        guest, self.guests[seat] = self.guests[seat], None
        self.seats[seat] = EMPTY_SEAT
        return guest

    def set_ready(self, seat: int, is_ready: bool) -> None:
        """Note whether the person at ``seat`` is ready to start."""
        self.seats[seat] = msgspec.structs.replace(self.seats[seat], is_ready=is_ready)

    def sit(self, guest: Guest, seat: int) -> None:
        """Give a guest with a seat an empty one in its place; ignore any other."""
        if seat < len(self.seats) and not self.seats[seat].kind:
            earlier = self.guests.index(guest)
            self.seats[seat], self.guests[seat] = self.seats[earlier], guest
            self.remove(earlier)

    def arrange(self, order: tuple[int, ...]) -> None:
        """Put the seats in a new order, each named by its present number; ignore anything else."""
        if sorted(order) == list(range(len(self.seats))):
            self.seats = [self.seats[seat] for seat in order]
            self.guests = [self.guests[seat] for seat in order]

    def fill(self, seat: int, level: str) -> None:
        """Put a computer player of ``level`` at a seat without a person, or nobody if it is ""; ignore other levels."""
        if seat >= len(self.seats) or self.guests[seat] is not None:
            return
        if not level:
            self.seats[seat] = EMPTY_SEAT
        elif level in list_levels(self.rules.game):
            others = (*(other.name for other in self.seats), *self.watchers.present_names)
            name = self.seats[seat].name or _choose_name(others)
            self.seats[seat] = LobbySeat(level, name)

    @property
    def present_people(self) -> frozenset[str]:
        """The names of the people who are there."""
        return frozenset(
            seat.name for seat, guest in zip(self.seats, self.guests, strict=True) if guest is not None
        )  # fmt: skip

    @property
    def can_start(self) -> bool:
        """Whether somebody is there and everybody is ready; the owner counts as ready."""
        people = [seat for seat in self.seats if seat.kind == PERSON_KIND]
        return bool(people) and all(seat.is_ready or seat.is_owner for seat in people)

    def make_setup(self) -> MatchSetup:
        """Return the setup of the match, with computer players at the empty seats."""
        for seat, lobby_seat in enumerate(self.seats):
            if not lobby_seat.kind:
                self.fill(seat, self.level)
        players = tuple(PlayerInfo(seat.name, seat.kind) for seat in self.seats)
        assistance = msgspec.structs.replace(NETWORK_ASSISTANCE, memory=self.rules.assistance.memory)
        return MatchSetup(self.rules.game, self.rules.preset, self.rules.options, players, assistance=assistance)

    def tell(self) -> None:
        """Send the lobby to everybody in it."""
        preset = GAMES[self.rules.game].presets[self.rules.preset]
        changes = find_changed_options(self.rules.options, preset)
        watchers = ((None, watcher.guest) for watcher in self.watchers)
        for seat, guest in (*enumerate(self.guests), *watchers):
            if guest is not None:
                guest.send(
                    Lobby(
                        game=self.rules.game, preset=self.rules.preset, changes=changes, seats=tuple(self.seats),
                        your_seat=seat, level=self.level,
                    )
                )  # fmt: skip


def is_match_of_lobby(info: MatchInfo, lobby: Lobby) -> bool:
    """Return whether a match has the rules and the players that a guest saw in the lobby, and its seat.

    Raise LookupError or InputError if there are no such rules.
    """
    options = change_options(GAMES[lobby.game].presets[lobby.preset], lobby.changes)
    own_seats = () if lobby.your_seat is None else (lobby.your_seat,)
    rules = lobby.game, lobby.preset, options, own_seats, len(lobby.seats)
    players = zip(lobby.seats, info.players, strict=False)
    return (info.game_id, info.preset, info.options, info.seats, len(info.players)) == rules and all(
        not seat.kind or PlayerInfo(seat.name, seat.kind) == player for seat, player in players
    )


def fill_empty_seats(
    setup: MatchSetup, person_seats: Collection[int], watchers: Collection[str], level: str
) -> MatchSetup:
    """Return ``setup`` with people at ``person_seats`` only, and computer players of ``level`` for the others.

    These get names of their own. ``watchers``: the names of people without a seat.
    """
    players = list(setup.players)
    for seat, player in enumerate(players):
        if player.is_person and seat not in person_seats:
            name = _choose_name((*(other.name for other in players), *watchers))
            players[seat] = PlayerInfo(name, level)
    return msgspec.structs.replace(setup, players=tuple(players))


def _choose_name(names: Iterable[str]) -> str:
    """Return a name for a computer player that is none of ``names``."""
    taken_names = set(map(name_key, names))
    return next(name for name in PERSONAS if name_key(name) not in taken_names)
