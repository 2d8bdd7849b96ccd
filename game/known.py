"""What a table in this process may tell of its match: the read side of `game.local_table`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec

from game.ai.weighed import Weighed
from game.aids import aids_of
from game.arrangement import Arrangements
from game.claim import Claim
from game.discipline import Message, offers_vote, why_barred
from game.engine.actions import Action, Leave, Timeout, Unlock
from game.engine.cards import Card
from game.engine.events import Dealt, Event, Played, Sealed
from game.engine.phases import Reason
from game.hints import Hints, why_no_hint
from game.i18n import _
from game.marks import Marks
from game.minds import Thinking
from game.proof import Proof, proof, revealed, seal_of, word_of
from game.record import Record
from game.rules import Game
from game.saving import Saving
from game.screen import Screen
from game.seating import Player, Seating, shown_names
from game.turn_clock import TurnClock
from game.undo import choices_of, why_not_undo
from game.view import View, look

ASSISTED: Final = "assisted"
"""The key beside a match, and at the top level of a record, that says that a person had help in it."""


class Claimed(NamedTuple):
    """Who has claimed the rest of the deal, how his cards are played, and after how many actions of it he did."""

    seat: int
    claim: Claim
    actions: int


class Known:
    """The state of a table, and all that a scene asks of it without changing anything (`game.table.Table`).

    `match`, `record` and `turn_clock` are the host's own: they hold hidden cards, and no scene gets them.
    """

    may_claim = True

    def __init__(
        self, record: Record, players: tuple[Player, ...], seed: int, thinker: Thinking, clock: Callable[[], float]
    ) -> None:
        self._players = players
        self.aids = aids_of(record.extra)
        self.chat: tuple[Message, ...] = ()
        self.record = record
        self._seed = seed
        self.match = record.replay()
        self._story = (*sealed(record), *record.last_deal())
        self._screen = Screen(self._people)
        self._choices = choices_of(record, self._people, len(sealed(record)))
        self._assisted = False
        self._hints = Hints(thinker)
        self._claimed: Claimed | None = None
        self._saving = Saving()
        self.turn_clock = TurnClock(clock)
        self._deal_wanted = not record.deals
        self._marks = Marks()
        self._arrangements = Arrangements()
        self._giving_up = False
        self._given_up = False

    @property
    def _people(self) -> tuple[int, ...]:
        """The seats that people have had from the start."""
        return tuple(seat for seat, player in enumerate(self._players) if player.is_person)

    # -- who is there, and how it stands

    @property
    def names(self) -> tuple[str, ...]:
        return shown_names(self.record.names)

    @property
    def players(self) -> tuple[Player, ...]:
        return tuple(Player(name, one.kind) for name, one in zip(self.names, self._players, strict=True))

    @property
    def again(self) -> Seating:
        record, match, word = self.record, self.match, word_of(self.record)
        return Seating(record.game, record.preset, match.options, self.players, match.dealer, word, aids=self.aids)

    @property
    def pack(self) -> tuple[Card, ...]:
        return self.match.pack

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def viewer(self) -> int | None:
        return self._screen.viewer

    @property
    def cover(self) -> int | None:
        return self._screen.cover

    @property
    def view(self) -> View:
        return look(self.match, self.viewer)

    @property
    def story(self) -> tuple[Event, ...]:
        return tuple(event.seen_by(self.viewer) for event in self._story)

    @property
    def persons(self) -> tuple[int, ...]:
        return tuple(seat for seat in self._people if seat not in self.match.left)

    @property
    def deserted(self) -> bool:
        return bool(self._people) and not self.persons

    @property
    def saving(self) -> bool:
        return self._saving.busy

    @property
    def fault(self) -> str:
        fault = self._saving.fault
        return _("The match is not given up yet. {fault}").format(fault=fault) if fault and self._giving_up else fault

    @property
    def given_up(self) -> bool:
        return self._given_up

    @property
    def between_deals(self) -> bool:
        return self.match.awaits_deal and not self._deal_wanted

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def your_turn(self) -> bool:
        turn = self.match.to_act
        theirs = turn is not None and turn == self.viewer and turn in self.persons
        return theirs and not self.saving and not self.claimed

    @property
    def seconds_left(self) -> float | None:
        seconds = self.match.options.turn_seconds
        if not seconds or self.match.to_act not in self.persons or self.match.forced is not None:
            return None
        return max(0.0, seconds - self.turn_clock.spent)

    def export(self) -> Record:
        """The record as a player may have it: without the deal that is being played, the others with their seeds, and
        marked if he had help."""
        record = revealed(self.record.without_open_deal(), self._seed)
        return msgspec.structs.replace(record, extra={**record.extra, ASSISTED: True}) if self._assisted else record

    def proof(self, number: int) -> Proof:
        return proof(self.record, self.match, self._seed, number)

    # -- help

    @property
    def assisted(self) -> bool:
        return self._assisted

    @property
    def why_not_undo(self) -> Reason | None:
        return why_not_undo(self.match, self._people, self._choices, allowed=self.aids.undo)

    @property
    def why_no_hint(self) -> Reason | None:
        return why_no_hint(self.match, self._people, allowed=self.aids.hints)

    @property
    def hint(self) -> tuple[Weighed, ...] | None:
        return self._hints.found

    @property
    def hinting(self) -> bool:
        return self._hints.asked and self._hints.found is None

    @property
    def claimed(self) -> bool:
        return self._claimed is not None and self._claimed.seat == self.viewer

    # -- what the person at the screen has put down for himself

    @property
    def marks(self) -> dict[int, str]:
        return {} if self.viewer is None else self._marks.of(len(self.record.deals), self.viewer)

    @property
    def arranged(self) -> tuple[Card, ...]:
        return () if self.viewer is None else self._arrangements.of(len(self.record.deals), self.viewer)

    @property
    def dealt(self) -> tuple[Card, ...]:
        seat, phase = self.viewer, self.match.phase
        if seat is None or phase is None:
            return ()
        held = set(phase.seen_by(seat).board().hands[seat])
        for event in self._story:
            if isinstance(event, Dealt):
                held.update(event.hands[seat])
            elif isinstance(event, Played) and event.seat == seat:
                held.add(event.card)
        return tuple(card for card in self.record.deals[-1].pack if card in held)

    # -- who may act, and leaving

    def _why_not_here(self, action: Action) -> Reason | None:
        """Return why people at this screen may not do this. The reason tells nothing of hidden cards."""
        match, seat = self.match, action.seat
        if isinstance(action, (Leave, Unlock)):
            return None if seat in self.persons else match.why_not(action) or Reason("not_here")
        if seat == self.viewer and seat in self.persons and not isinstance(action, Timeout):
            return None
        if not match.deal_open:
            return match.why_not(action) or Reason("not_here")
        turn = match.to_act
        return Reason("not_here") if seat == turn else Reason("not_your_turn", {"seat": turn})

    @property
    def speaker(self) -> int | None:
        seat = self.viewer if self.cover is None else self.cover
        return seat if seat in self.persons else None

    @property
    def votes(self) -> tuple[int, int]:
        return len(self.match.votes), self.match.votes_needed

    @property
    def barred(self) -> tuple[tuple[int, Reason], ...]:
        if not self.match.options.leaving_costs:
            return ()
        reasons = ((seat, why_barred(self.match, seat)) for seat in self._people)
        return tuple((seat, reason) for seat, reason in reasons if reason is not None)

    def may_leave(self, action: type[Leave] | type[Unlock], seat: int) -> bool:
        if seat not in self.persons or (action is Unlock and not offers_vote(self.match, seat)):
            return False
        return self.match.why_not(action(seat)) is None


def sealed(record: Record) -> tuple[Sealed, ...]:
    """What is told of the last deal before its first card."""
    seal = seal_of(record.deals[-1]) if record.deals else None
    return () if seal is None else (Sealed(len(record.deals), seal),)
