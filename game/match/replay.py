"""A match gone through again: every moment of its finished deals, and what may be played from there.

Nothing here knows a deal that is being played: it is left out where the match is taken from
(`without_deal_in_progress`). The hands of a deal that is over may lie open.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from game.core.actions import Action, Deal
from game.core.cards import Card
from game.core.events import TrickTaken
from game.core.options import change_options
from game.core.phase import DealResult
from game.match.match import TABLE_ACTIONS, FullTransition, Match
from game.match.observation import Observation, Transition, observe
from game.match.record import FAIRNESS_KEY, DealRecord, Record
from game.match.setup import PERSON_KIND, PlayerInfo
from game.rules import GAMES, Game

replace = msgspec.structs.replace


class MatchContinuation(NamedTuple):
    """A match to be played on: the record so far, and who sits there."""

    record: Record
    players: tuple[PlayerInfo, ...]


class Replay:
    """The finished deals of a match, from 0 on; of each its moments: 0 is when it was dealt, then one an action.

    Made where it may take its time: it plays the record through. RecordError if that cannot be played.
    """

    def __init__(self, record: Record, player_kinds: tuple[str, ...]) -> None:
        """``player_kinds``: for each seat "you" or a computer player's level."""
        self._record = record.without_deal_in_progress()
        self._kinds = player_kinds
        steps_by_deal: list[list[FullTransition]] = []
        match = self._record.create_match()
        for action, step in self._record.iter_steps():
            if isinstance(action, Deal):
                steps_by_deal.append([])
            steps_by_deal[-1].append(FullTransition(match, *step))
            match = step.match
        self._steps_by_deal = tuple(map(tuple, steps_by_deal))
        self._seats = match.seats

    # -- what there is

    @property
    def game(self) -> Game:
        """The game that was played."""
        return GAMES[self._record.game_id]

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called in the record."""
        return self._record.names

    @property
    def players(self) -> tuple[PlayerInfo, ...]:
        """The players with the names of the record."""
        return tuple(map(PlayerInfo, self.names, self._kinds))

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards that the match is played with, sorted."""
        return self._record.create_match().pack

    @property
    def deal_count(self) -> int:
        """How many deals there are."""
        return len(self._steps_by_deal)

    @property
    def person_seat(self) -> int:
        """The seat of the first person, the first seat where there is none."""
        return next((seat for seat, player in enumerate(self.players) if player.is_person), 0)

    @property
    def addressed_seat(self) -> int | None:
        """The seat that is spoken to, as it was at the table: the person's, where nobody else sat there."""
        return self.person_seat if [player.is_person for player in self.players].count(True) == 1 else None

    def last_moment(self, deal_index: int) -> int:
        """The number of a deal's last moment."""
        return len(self._steps_by_deal[deal_index]) - 1

    def list_trick_end_moments(self, deal_index: int) -> tuple[int, ...]:
        """The moments after which a trick had been taken."""
        steps = enumerate(self._steps_by_deal[deal_index])
        return tuple(moment for moment, step in steps if any(isinstance(event, TrickTaken) for event in step.events))

    # -- how it was

    def observe(self, deal_index: int, moment: int, seat: int, *, show_all_hands: bool) -> Observation:
        """The match at a moment as ``seat`` saw it, or with every hand open."""
        return _observe(self._steps_by_deal[deal_index][moment].after, seat, show_all_hands=show_all_hands)

    def get_transition(self, deal_index: int, moment: int, seat: int, *, show_all_hands: bool) -> Transition:
        """What led to a moment."""
        step = self._steps_by_deal[deal_index][moment]
        events = step.events if show_all_hands else tuple(event.seen_by(seat) for event in step.events)
        before, after = (_observe(match, seat, show_all_hands=show_all_hands) for match in (step.before, step.after))
        return Transition(before, after, events)

    def get_match_before(self, deal_index: int) -> Match:
        """The match before a deal."""
        return self._steps_by_deal[deal_index][0].before

    def get_deal(self, deal_index: int) -> Deal:
        """How the cards of a deal lay."""
        return Deal(self._record.deals[deal_index].pack)

    def get_deal_result(self, deal_index: int) -> DealResult:
        """How a deal ended."""
        return self._steps_by_deal[deal_index][-1].after.get_deal_result()

    # -- what may be played from there

    def can_continue_from(self, deal_index: int, moment: int) -> bool:
        """Whether somebody has a choice at a moment."""
        return self._steps_by_deal[deal_index][moment].after.turn is not None

    def create_continuation(self, deal_index: int, moment: int, seat: int, level: str) -> MatchContinuation:
        """The match up to a moment, to be played on from ``seat`` against the computer; nothing of it is the original.

        What was a matter of the clock or of leaving is left out, and there is no clock: it is only a try.
        """
        kept_deals = self._record.deals[: deal_index + 1]
        last_deal = replace(kept_deals[-1], actions=kept_deals[-1].actions[:moment])
        deals = tuple(
            replace(deal, actions=_without_table_actions(deal.actions), extra={})
            for deal in (*kept_deals[:-1], last_deal)
        )
        return self._make_continuation(replace(self._record, deals=deals), seat, level)

    def create_same_deal_match(self, deal_index: int, seat: int, level: str, name: str = "") -> MatchContinuation:
        """A new match that begins with the same cards at the same seats, the person at ``seat``.

        ``name``: who that is, if it is somebody else than the person of the match.
        """
        original_deal = self._record.deals[deal_index]
        first_deal = DealRecord(original_deal.dealer, original_deal.pack)
        record = replace(self._record, first_dealer=original_deal.dealer, deals=(first_deal,), extra={})
        return self._make_continuation(record, seat, level, name)

    def _make_continuation(self, record: Record, seat: int, level: str, name: str = "") -> MatchContinuation:
        names, person_seat = list(record.names), self.person_seat
        if name:
            names = [names[person_seat] if other_name == name else other_name for other_name in names]
            names[person_seat] = name
        names[person_seat], names[seat] = names[seat], names[person_seat]
        kinds = [level if player.is_person else player.kind for player in self.players]
        kinds[person_seat], kinds[seat] = kinds[seat], PERSON_KIND
        fairness_extra = {key: value for key, value in record.extra.items() if key == FAIRNESS_KEY}
        record = replace(
            record,
            names=tuple(names),
            options=change_options(record.options, {"turn_seconds": 0}),
            extra=fairness_extra,
        )
        return MatchContinuation(record, tuple(map(PlayerInfo, names, kinds)))


def _observe(match: Match, seat: int, *, show_all_hands: bool) -> Observation:
    observation = observe(match, seat)
    return replace(observation, phase=match.phase) if show_all_hands else observation


def _without_table_actions(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Without what the table's discipline added; a card that the clock forced is one like any other."""
    return tuple(action for action in actions if type(action) not in TABLE_ACTIONS)
