"""Replays: every moment of a match's finished deals, and new matches from there.

The deal in progress is left out from the start (`Record.without_deal_in_progress`), so all hands may be shown.
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
    """A match to be continued: the record so far, and its players."""

    record: Record
    players: tuple[PlayerInfo, ...]


class Replay:
    """The finished deals of a match, counted from 0.

    The moments of a deal: 0 is after dealing, then there is one for each action. The constructor plays the whole
    record through, which takes time, and raises RecordError if that fails.
    """

    def __init__(self, record: Record, player_kinds: tuple[str, ...]) -> None:
        """Play the record to its end. Raise RecordError if it cannot be played.

        ``player_kinds``: by seat, "you" or a computer player's level. A deal in progress is left out.
        """
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
    def record(self) -> Record:
        """The record of the finished deals."""
        return self._record

    @property
    def game(self) -> Game:
        """The game of the match."""
        return GAMES[self._record.game_id]

    @property
    def names(self) -> tuple[str, ...]:
        """The names at the seats."""
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
        """The number of finished deals."""
        return len(self._steps_by_deal)

    @property
    def person_seat(self) -> int:
        """The seat of the first person; 0 if there is none."""
        return next((seat for seat, player in enumerate(self.players) if player.is_person), 0)

    @property
    def addressed_seat(self) -> int | None:
        """The seat that texts address as "you": the person's if there is exactly one, else None."""
        return self.person_seat if [player.is_person for player in self.players].count(True) == 1 else None

    def last_moment(self, deal_index: int) -> int:
        """Return the number of a deal's last moment. Raise IndexError for an unknown deal."""
        return len(self._steps_by_deal[deal_index]) - 1

    def list_trick_end_moments(self, deal_index: int) -> tuple[int, ...]:
        """Return the moments of a deal at which a trick was taken, the earliest first."""
        steps = enumerate(self._steps_by_deal[deal_index])
        return tuple(moment for moment, step in steps if any(isinstance(event, TrickTaken) for event in step.events))

    # -- how it was

    def observe(self, deal_index: int, moment: int, seat: int, *, show_all_hands: bool) -> Observation:
        """Return the match at a moment as ``seat`` saw it, or with all hands visible.

        Raise IndexError for an unknown moment.
        """
        return _observe(self._steps_by_deal[deal_index][moment].after, seat, show_all_hands=show_all_hands)

    def get_transition(self, deal_index: int, moment: int, seat: int, *, show_all_hands: bool) -> Transition:
        """Return the transition that led to a moment, as ``seat`` saw it, or with all hands visible.

        That of moment 0 is the dealing. Raise IndexError for an unknown moment.
        """
        step = self._steps_by_deal[deal_index][moment]
        events = step.events if show_all_hands else tuple(event.seen_by(seat) for event in step.events)
        before, after = (_observe(match, seat, show_all_hands=show_all_hands) for match in (step.before, step.after))
        return Transition(before, after, events)

    def get_match_before(self, deal_index: int) -> Match:
        """Return the match before a deal, with the results of earlier deals."""
        return self._steps_by_deal[deal_index][0].before

    def get_deal(self, deal_index: int) -> Deal:
        """Return the pack of a deal as a `Deal`."""
        return Deal(self._record.deals[deal_index].pack)

    def get_deal_result(self, deal_index: int) -> DealResult:
        """Return the outcome of a finished deal, with its scores; deals count from 0."""
        return self._steps_by_deal[deal_index][-1].after.get_deal_result()

    # -- what may be played from there

    def can_continue_from(self, deal_index: int, moment: int) -> bool:
        """Return whether a seat has a choice at a moment: False at the end of a deal."""
        return self._steps_by_deal[deal_index][moment].after.turn is not None

    def create_continuation(self, deal_index: int, moment: int, seat: int, level: str) -> MatchContinuation:
        """Return the match up to a moment, to be continued from ``seat`` against computer players.

        Timeouts, departures and votes are left out, and it has no turn clock, because it is only a trial. ``level``:
        the level of the players in place of persons.
        """
        kept_deals = self._record.deals[: deal_index + 1]
        last_deal = replace(kept_deals[-1], actions=kept_deals[-1].actions[:moment])
        deals = tuple(
            replace(deal, actions=_without_table_actions(deal.actions), extra={})
            for deal in (*kept_deals[:-1], last_deal)
        )
        return self._make_continuation(replace(self._record, deals=deals), seat, level)

    def create_same_deal_match(self, deal_index: int, seat: int, level: str, name: str = "") -> MatchContinuation:
        """Return a new match that begins with the same cards, with the person at ``seat``.

        It has only this deal, without actions. ``level``: the level of the players in place of other persons; ``name``:
        the name of the person, if not that of the match.
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
    return tuple(action for action in actions if type(action) not in TABLE_ACTIONS)
