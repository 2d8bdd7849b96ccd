"""Tasks and answers of the trainer. The module does not import the libraries of the computer players."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeAlias, get_args

import msgspec

from game.ai.levels import list_levels
from game.analysis.model import JudgedOption
from game.core.actions import Action
from game.core.cards import HIDDEN_CARD, Card, Suit
from game.core.events import TrickTaken
from game.core.trick_taking import TrickPhase, sort_hand
from game.match.observation import Observation
from game.rules import GAMES
from game.rules.game import PairTopic

TaskKind: TypeAlias = Literal["trick", "count", "out", "call", "pair"]
"""The kinds of tasks.

"trick": the winner and the points of a trick; "count": the points in a pile; "out": the cards of a suit that are still
unseen; "call": the best action before cards are played; "pair": the best bid or card for a pair.
"""
TASK_KINDS: Final[tuple[TaskKind, ...]] = get_args(TaskKind)
CHOICE_KINDS: Final[frozenset[TaskKind]] = frozenset({"call", "pair"})
"""The kinds of tasks that ask for an action."""
PAIR_TOPICS: Final[tuple[PairTopic, ...]] = get_args(PairTopic)
PAIR_PRESET: Final = "partners"
"""The preset that tasks of the kind "pair" are played by; games without it have none."""


class TaskRequest(msgspec.Struct, frozen=True):
    """A request for a task. The same request always gives the same task.

    ``seats``: the number of seats, None for any.
    """

    game_id: str
    kind: TaskKind
    seed: int
    seats: int | None = None


class TaskAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An answer, as far as the task asks for it: marked places, a number, an action.

    ``marked_places``: indices of marked cards in the cards that the task shows.
    """

    marked_places: frozenset[int] = frozenset()
    number: int | None = None
    action: Action | None = None


class TrainerTask(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A question for the player of an observation about what they have seen."""

    kind: ClassVar[TaskKind]
    observation: Observation

    @property
    def game_id(self) -> str:
        return self.observation.game_id

    @property
    def seat(self) -> int:
        """The seat of the player who is asked."""
        assert self.observation.seat is not None, "a spectator is asked nothing"
        return self.observation.seat

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.observation.seats

    @property
    def trump(self) -> Suit | None:
        return self.observation.board.trump

    def is_right(self, answer: TaskAnswer) -> bool:
        """Return whether the answer is right, or as good as the right one.

        Each kind of task overrides it; the base class raises NotImplementedError.
        """
        raise NotImplementedError


class TrickTask(TrainerTask, frozen=True, kw_only=True, tag=True):
    """Which seat takes ``trick``, and for how many points? The answer marks the place of a card.

    Games that count tricks only do not ask for points. The observation is from before its last card.
    """

    kind: ClassVar[TaskKind] = "trick"
    trick: TrickTaken

    @property
    def winning_place(self) -> int:
        """The place of the winning card in the trick."""
        return self.trick.seats.index(self.trick.winner)

    def is_right(self, answer: TaskAnswer) -> bool:
        return answer.marked_places == {self.winning_place} and answer.number == self.trick.points


class CountTask(TrainerTask, frozen=True, kw_only=True, tag=True):
    """How many ``points`` are in the ``cards`` that the ``takers``, one seat or a side, have taken?"""

    kind: ClassVar[TaskKind] = "count"
    takers: tuple[int, ...]
    cards: tuple[Card, ...]
    points: int

    def is_right(self, answer: TaskAnswer) -> bool:
        return answer.number == self.points


class OutTask(TrainerTask, frozen=True, kw_only=True, tag=True):
    """Which of ``suit_cards``, all of one suit, are still unseen after ``tricks``?"""

    kind: ClassVar[TaskKind] = "out"
    tricks: tuple[TrickTaken, ...]
    suit_cards: tuple[Card, ...]
    unseen_cards: tuple[Card, ...]

    @property
    def hand(self) -> tuple[Card, ...]:
        """The hand of the player."""
        return sort_hand(self.observation.board.hands[self.seat], self._phase.ranking)

    @property
    def put_away(self) -> tuple[Card, ...]:
        """The cards that the player put away."""
        return tuple(card for card in self._phase.discarded_cards if card is not HIDDEN_CARD)

    @property
    def turned_up_card(self) -> Card | None:
        """The card turned up on the table, or None."""
        return self.observation.board.turned_card

    @property
    def _phase(self) -> TrickPhase:
        assert isinstance(self.observation.phase, TrickPhase), "tricks are being played"
        return self.observation.phase

    @property
    def suit(self) -> Suit:
        return self.suit_cards[0].suit

    def is_right(self, answer: TaskAnswer) -> bool:
        return {self.suit_cards[place] for place in answer.marked_places} == set(self.unseen_cards)


class CallTask(TrainerTask, frozen=True, kw_only=True, tag=True):
    """What would you say before cards are played?

    ``options``: the options that a strong player considers, the best first.
    """

    kind: ClassVar[TaskKind] = "call"
    options: tuple[JudgedOption, ...]

    def is_right(self, answer: TaskAnswer) -> bool:
        return any(option.is_as_good_as_best for option in self.options if option.action == answer.action)


class PairTask(CallTask, frozen=True, kw_only=True, tag=True):
    """The question what to bid or play for a pair."""

    kind: ClassVar[TaskKind] = "pair"
    topic: PairTopic


AnyTask: TypeAlias = TrickTask | CountTask | OutTask | CallTask | PairTask


def list_task_kinds(game_id: str) -> tuple[TaskKind, ...]:
    """Return the kinds of tasks that a game has, in the order of `TASK_KINDS`."""
    return tuple(kind for kind in TASK_KINDS if _has_kind(game_id, kind))


def find_task_kind(observation: Observation) -> TaskKind:
    """Return the kind of tasks that trains the choice of the player on turn."""
    kinds = list_task_kinds(observation.game_id)
    if "pair" in kinds and any(len(side) > 1 for side in observation.sides):
        return "pair"
    is_card_play = observation.phase is not None and observation.phase.is_card_play
    return "call" if not is_card_play and "call" in kinds else "out"


def _has_kind(game_id: str, kind: TaskKind) -> bool:
    if kind == "count":
        return bool(GAMES[game_id].card_points)
    if kind == "pair":
        return PAIR_PRESET in GAMES[game_id].presets
    return kind != "call" or (_has_calls(game_id) and len(list_levels(game_id)) > 1)


def _has_calls(game_id: str) -> bool:
    """Return whether the first preset has actions before cards are played."""
    game = GAMES[game_id]
    options, seats = next(iter(game.presets.values())), game.proposed_seat_count
    return not game.deal(options, seats, 0, game.make_pack(options, seats), ()).phase.is_card_play
