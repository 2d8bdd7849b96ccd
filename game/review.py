"""A match gone through again: every moment of its finished deals, and what may be played from there.

Nothing here knows a deal that is being played: it is left out where the match is taken from (`without_open_deal`). The
hands of a deal that is over may lie open.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from game.engine.actions import Action, Deal
from game.engine.cards import Card
from game.engine.events import TrickTaken
from game.engine.options import adapt
from game.engine.phases import DealResult
from game.match import DISCIPLINE, Match
from game.proof import FAIRNESS
from game.record import DealRecord, Record
from game.rules import GAMES, Game
from game.screen import Step
from game.seating import PERSON, Player, shown_names
from game.table import Happening
from game.view import View, look

replace = msgspec.structs.replace


class Line(NamedTuple):
    """A match to be played on: the record so far, and who sits there."""

    record: Record
    players: tuple[Player, ...]


class Review:
    """The finished deals of a match, from 0 on; of each its moments: 0 is when it was dealt, then one an action.

    Made where it may take its time: it plays the record through. RecordError if that cannot be played.
    """

    def __init__(self, record: Record, players: tuple[str, ...]) -> None:
        """``players``: a word for each seat, ``you`` or a computer player's level."""
        self._record = record.without_open_deal()
        self._kinds = players
        deals: list[list[Step]] = []
        match = self._record.start()
        for action, step in self._record.steps():
            if isinstance(action, Deal):
                deals.append([])
            deals[-1].append(Step(match, *step))
            match = step.match
        self._deals = tuple(map(tuple, deals))
        self._seats = match.seats

    # -- what there is

    @property
    def game(self) -> Game:
        """The game that was played."""
        return GAMES[self._record.game]

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return shown_names(self._record.names)

    @property
    def players(self) -> tuple[Player, ...]:
        """The players with the names that are shown."""
        return tuple(map(Player, self.names, self._kinds))

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards that the match is played with, sorted."""
        return self._record.start().pack

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return len(self._deals)

    @property
    def person(self) -> int:
        """The seat of the first person, the first seat where there is none."""
        return next((seat for seat, player in enumerate(self.players) if player.is_person), 0)

    @property
    def you(self) -> int | None:
        """The seat that is spoken to, as it was at the table: the person's, where nobody else sat there."""
        return self.person if [player.is_person for player in self.players].count(True) == 1 else None

    def moments(self, deal: int) -> int:
        """The number of a deal's last moment."""
        return len(self._deals[deal]) - 1

    def tricks(self, deal: int) -> tuple[int, ...]:
        """The moments after which a trick had been taken."""
        steps = enumerate(self._deals[deal])
        return tuple(at for at, step in steps if any(isinstance(one, TrickTaken) for one in step.events))

    # -- how it was

    def view(self, deal: int, at: int, seat: int, *, open_: bool) -> View:
        """The match at a moment as ``seat`` saw it, or with every hand open."""
        return _view(self._deals[deal][at].after, seat, open_=open_)

    def happening(self, deal: int, at: int, seat: int, *, open_: bool) -> Happening:
        """What led to a moment."""
        step = self._deals[deal][at]
        events = step.events if open_ else tuple(event.seen_by(seat) for event in step.events)
        before, after = (_view(match, seat, open_=open_) for match in (step.before, step.after))
        return Happening(before, after, events)

    def before(self, deal: int) -> Match:
        """The match before a deal."""
        return self._deals[deal][0].before

    def dealt(self, deal: int) -> Deal:
        """How the cards of a deal lay."""
        return Deal(self._record.deals[deal].pack)

    def result(self, deal: int) -> DealResult:
        """How a deal ended."""
        return self._deals[deal][-1].after.deal_result()

    # -- what may be played from there

    def may_play_on(self, deal: int, at: int) -> bool:
        """Whether somebody has a choice at a moment."""
        return self._deals[deal][at].after.to_act is not None

    def side_line(self, deal: int, at: int, seat: int, level: str) -> Line:
        """The match up to a moment, to be played on from ``seat`` against the computer; nothing of it is the original.

        What was a matter of the clock or of leaving is left out, and there is no clock: it is only a try.
        """
        kept = self._record.deals[: deal + 1]
        last = replace(kept[-1], actions=kept[-1].actions[:at])
        deals = tuple(replace(one, actions=_plain(one.actions), extra={}) for one in (*kept[:-1], last))
        return self._line(replace(self._record, deals=deals), seat, level)

    def same_deal(self, deal: int, seat: int, level: str, name: str = "") -> Line:
        """A new match that begins with the same cards at the same seats, the person at ``seat``.

        ``name``: who that is, if it is somebody else than the person of the match.
        """
        dealt = self._record.deals[deal]
        first = DealRecord(dealt.dealer, dealt.pack)
        record = replace(self._record, first_dealer=dealt.dealer, deals=(first,), extra={})
        return self._line(record, seat, level, name)

    def _line(self, record: Record, seat: int, level: str, name: str = "") -> Line:
        names, own = list(record.names), self.person
        if name:
            names = [names[own] if one == name else one for one in names]
            names[own] = name
        names[own], names[seat] = names[seat], names[own]
        kinds = [level if player.is_person else player.kind for player in self.players]
        kinds[own], kinds[seat] = kinds[seat], PERSON
        fair = {key: value for key, value in record.extra.items() if key == FAIRNESS}
        record = replace(record, names=tuple(names), options=adapt(record.options, {"turn_seconds": 0}), extra=fair)
        return Line(record, tuple(map(Player, names, kinds)))


def _view(match: Match, seat: int, *, open_: bool) -> View:
    view = look(match, seat)
    return replace(view, phase=match.phase) if open_ else view


def _plain(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Without what the table's discipline added; a card that the clock forced is one like any other."""
    return tuple(action for action in actions if type(action) not in DISCIPLINE)
