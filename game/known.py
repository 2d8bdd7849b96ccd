"""What a table in this process may tell of its match: the read side of `game.local_table`."""

from __future__ import annotations

from collections.abc import Callable

from game.arrangement import Arrangements
from game.discipline import Message, offers_vote, why_barred
from game.engine.actions import Leave, Unlock
from game.engine.cards import Card
from game.engine.events import Event
from game.engine.phases import Reason
from game.marks import Marks
from game.record import Record
from game.rules import Game
from game.saving import Saving
from game.screen import Screen
from game.seating import Player, Seating
from game.turn_clock import TurnClock
from game.view import View, look


class Known:
    """The state of a table, and all that a scene asks of it without changing anything (`game.table.Table`)."""

    def __init__(self, record: Record, players: tuple[Player, ...], clock: Callable[[], float]) -> None:
        self.players = players
        self.chat: tuple[Message, ...] = ()
        self._record = record
        self._match = record.replay()
        self._story = record.last_deal()
        self._screen = Screen(self._people)
        self._saving = Saving()
        self._turn = TurnClock(clock)
        self._deal_wanted = not record.deals
        self._marks = Marks()
        self._arrangements = Arrangements()

    @property
    def _people(self) -> tuple[int, ...]:
        """The seats that people have had from the start."""
        return tuple(seat for seat, player in enumerate(self.players) if player.is_person)

    # -- who is there, and how it stands

    @property
    def names(self) -> tuple[str, ...]:
        return self._record.names

    @property
    def again(self) -> Seating:
        record, match = self._record, self._match
        return Seating(record.game, record.preset, match.options, self.players, match.dealer)

    @property
    def pack(self) -> tuple[Card, ...]:
        return self._match.pack

    @property
    def game(self) -> Game:
        return self._match.game

    @property
    def viewer(self) -> int | None:
        return self._screen.viewer

    @property
    def cover(self) -> int | None:
        return self._screen.cover

    @property
    def view(self) -> View:
        return look(self._match, self.viewer)

    @property
    def story(self) -> tuple[Event, ...]:
        return tuple(event.seen_by(self.viewer) for event in self._story)

    @property
    def persons(self) -> tuple[int, ...]:
        return tuple(seat for seat in self._people if seat not in self._match.left)

    @property
    def deserted(self) -> bool:
        return bool(self._people) and not self.persons

    @property
    def saving(self) -> bool:
        return self._saving.busy

    @property
    def fault(self) -> str:
        return self._saving.fault

    @property
    def between_deals(self) -> bool:
        return self._match.awaits_deal and not self._deal_wanted

    @property
    def over(self) -> bool:
        return self._match.over

    @property
    def your_turn(self) -> bool:
        turn = self._match.to_act
        return turn is not None and turn == self.viewer and turn in self.persons and not self.saving

    @property
    def seconds_left(self) -> float | None:
        seconds = self._match.options.turn_seconds
        if not seconds or self._match.to_act not in self.persons or self._match.forced is not None:
            return None
        return max(0.0, seconds - self._turn.spent)

    def export(self) -> Record:
        """The record as a player may have it: without the deal that is being played."""
        return self._record.without_open_deal()

    # -- what the person at the screen has put down for himself

    @property
    def marks(self) -> dict[int, str]:
        return {} if self.viewer is None else self._marks.of(len(self._record.deals), self.viewer)

    @property
    def arranged(self) -> tuple[Card, ...]:
        return () if self.viewer is None else self._arrangements.of(len(self._record.deals), self.viewer)

    # -- leaving

    @property
    def speaker(self) -> int | None:
        seat = self.viewer if self.cover is None else self.cover
        return seat if seat in self.persons else None

    @property
    def votes(self) -> tuple[int, int]:
        return len(self._match.votes), self._match.votes_needed

    @property
    def barred(self) -> tuple[tuple[int, Reason], ...]:
        if not self._match.options.leaving_costs:
            return ()
        reasons = ((seat, why_barred(self._match, seat)) for seat in self._people)
        return tuple((seat, reason) for seat, reason in reasons if reason is not None)

    def may_leave(self, action: type[Leave] | type[Unlock], seat: int) -> bool:
        if seat not in self.persons or (action is Unlock and not offers_vote(self._match, seat)):
            return False
        return self._match.why_not(action(seat)) is None
