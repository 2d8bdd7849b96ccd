"""Environments of PettingZoo (AEC) over `MatchRunner`, for people who train agents (docs/research.md).

The environments know no game: actions are numbered from the game's declared actions, and a seat's observation becomes
one array of fixed fields. Whatever an array shows comes from the seat's `Observation`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from math import prod
from random import Random
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args, get_origin

import gymnasium
import msgspec
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv

from game.ai.computer_player import create_player
from game.core.actions import Action, Play
from game.core.arguments import format_argument
from game.core.cards import FRENCH_PACK, HIDDEN_CARD, JOKERS, SUITS, Card, Rank
from game.core.events import Event
from game.core.messages import InputError
from game.core.options import OptionValue
from game.core.phase import DealResult, Phase
from game.core.trick_taking import CompletedTrick, TrickPhase
from game.match.observation import Observation
from game.rules import GAMES, Game
from game.simulation.match_runner import MatchRunner
from game.text.narration import narrate_event

Arrays: TypeAlias = dict[str, NDArray[Any]]
"""An agent's observation: "observation", and "action_mask" with 1 for each legal action."""
Policy: TypeAlias = Callable[[Arrays], int]
"""A player over arrays: returns the number of an action."""

MAX_CALLS: Final = 64
"""The number of calls in an observation; of more, the last ones are there."""
NOTHING: Final = -1
HIGHEST: Final = np.iinfo(np.int16).max

ENVIRONMENTS: Final[Mapping[str, tuple[str, str]]] = {
    f"tavoloverde/{name}-v1": (game.id, preset)
    for game in GAMES.values()
    for number, preset in enumerate(game.presets)
    for name in (game.id if number == 0 else f"{game.id}-{preset}",)
}
"""Registered name -> game and preset; the game's first preset has no name of its own."""


# -- actions ---------------------------------------------------------------------------------------


@cache
def list_actions(game_id: str, seat: int = 0) -> tuple[Action, ...]:
    """Return every action of a seat that may be legal in some match of a game, by number."""
    game = GAMES[game_id]
    return tuple(action for action_type in (Play, *game.actions) for action in _iter_actions(action_type, game, seat))


@cache
def _number_actions(game_id: str, seats: int) -> Mapping[Action, int]:
    return {action: number for seat in range(seats) for number, action in enumerate(list_actions(game_id, seat))}


def list_cards(game: Game) -> tuple[Card, ...]:
    """Return every card that the game may use, in the order of the packs."""
    return tuple(card for card in (*FRENCH_PACK, *JOKERS) if card.rank in game.ranking)


def _iter_actions(action_type: type[Action], game: Game, seat: int) -> Iterator[Action]:
    """Yield an action for each value of the fields of ``action_type``."""
    actions: list[dict[str, Any]] = [{"seat": seat}]
    for field in msgspec.structs.fields(action_type)[1:]:
        values = [*_iter_values(field.type, action_type, game)]
        actions = [action | {field.name: value} for action in actions for value in values]
    yield from (action_type(**action) for action in actions)


def _iter_values(annotation: Any, action_type: type[Action], game: Game) -> Iterator[Any]:
    if annotation is type(None):
        yield None
    elif annotation is Card:
        yield from list_cards(game)
    elif annotation is int:
        yield from action_type.numbers
    elif annotation == Rank:
        yield from game.ranking
    elif get_origin(annotation) is Literal:
        yield from get_args(annotation)
    else:
        for part in reversed(get_args(annotation)):
            yield from _iter_values(part, action_type, game)


# -- observations ----------------------------------------------------------------------------------


class Field(NamedTuple):
    """A part of the array of an observation: its shape, and its least and highest value."""

    shape: tuple[int, ...]
    low: int
    high: int


@cache
def list_fields(game_id: str, seats: int) -> Mapping[str, Field]:
    """Return the fields of an observation by name, in their order in the array.

    Seats count from the observing one: 0 is its own, 1 the next in order of play.
    """
    cards, actions = len(list_cards(GAMES[game_id])), len(list_actions(game_id))
    return {
        "turn": Field((seats,), 0, 1),
        "dealer": Field((seats,), 0, 1),
        "same_side": Field((seats,), 0, 1),
        "totals": Field((seats,), -HIGHEST, HIGHEST),
        "points": Field((seats,), 0, HIGHEST),
        "deal_number": Field((1,), 0, HIGHEST),
        "hand_sizes": Field((seats,), 0, cards),
        "hands": Field((seats, cards), 0, 1),
        "trick": Field((seats, cards), 0, 1),
        "trick_order": Field((seats,), 0, seats),
        "played_by": Field((cards,), 0, seats),
        "play_order": Field((cards,), 0, cards),
        "turned_card": Field((cards,), 0, 1),
        "stock_size": Field((1,), 0, cards),
        "trump": Field((len(SUITS),), 0, 1),
        "calls": Field((MAX_CALLS, 2), NOTHING, max(actions, seats)),
    }


class ObservationEncoder:
    """The arrays of the observations of one game at a table of ``seats``."""

    def __init__(self, game_id: str, seats: int) -> None:
        self.fields = list_fields(game_id, seats)
        self.action_count = len(list_actions(game_id))
        self._seats = seats
        self._number_by_action = _number_actions(game_id, seats)
        self._index_by_card = {card: index for index, card in enumerate(list_cards(GAMES[game_id]))}
        ends = np.cumsum([prod(field.shape) for field in self.fields.values()]).tolist()
        self._start = dict(zip(self.fields, [0, *ends], strict=False))
        self.size = int(ends[-1])
        self._empty = np.zeros(self.size, np.int16)
        self._empty[self._start["calls"] :] = NOTHING
        self._tricks_by_seat: list[tuple[tuple[CompletedTrick, ...], NDArray[np.int16]]] = [
            ((), self._empty.copy()) for _seat in range(seats)
        ]

    def make_space(self) -> gymnasium.spaces.Dict:
        """Return the space of the observations."""
        low, high = (
            np.concatenate(
                [np.full(prod(field.shape), getattr(field, bound), np.int16) for field in self.fields.values()]
            )
            for bound in ("low", "high")
        )
        return gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(low, high, dtype=np.int16),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.action_count,), np.int8),
            }
        )

    def split(self, array: NDArray[np.int16]) -> Arrays:
        """Return the fields of an array by name, each in its shape."""
        return {
            name: array[self._start[name] :][: prod(field.shape)].reshape(field.shape)
            for name, field in self.fields.items()
        }

    def encode(self, observation: Observation) -> Arrays:
        """Return the arrays of an observation of a seat."""
        phase, seat = observation.phase, observation.seat
        assert seat is not None
        array, mask = self._encode_tricks(phase, seat).copy(), np.zeros(self.action_count, np.int8)
        numbers = dict(self._iter_numbers(observation, seat))
        array[[*numbers]] = [*numbers.values()]
        mask[[self._number_by_action[action] for action in observation.legal_actions]] = 1
        return {"observation": array, "action_mask": mask}

    def _encode_tricks(self, phase: Phase | None, own_seat: int) -> NDArray[np.int16]:
        """Return the array of an observation with nothing but the cards of completed tricks.

        It goes on from the array of the seat's last observation, if that was of the same deal.
        """
        tricks = phase.completed_tricks if isinstance(phase, TrickPhase) else ()
        known, array = self._tricks_by_seat[own_seat]
        if known != tricks[: len(known)]:
            known, array = (), self._empty.copy()
        for number, completed in enumerate(tricks[len(known) :], len(known)):
            earlier_count = number * len(completed.trick.cards)
            for index, value in self._iter_plays(completed.trick.list_plays(), earlier_count, own_seat):
                array[index] = value
        self._tricks_by_seat[own_seat] = tricks, array
        return array

    def _iter_plays(
        self, plays: Iterable[tuple[int, Card]], earlier_count: int, own_seat: int
    ) -> Iterator[tuple[int, int]]:
        """Yield the index and the number of what is known of cards that were played."""
        player_start, order_start = self._start["played_by"], self._start["play_order"]
        for order, (seat, card) in enumerate(plays, earlier_count + 1):
            if card is not HIDDEN_CARD:
                index = self._index_by_card[card]
                yield player_start + index, (seat - own_seat) % self._seats + 1
                yield order_start + index, order

    def _iter_numbers(self, observation: Observation, own_seat: int) -> Iterator[tuple[int, int]]:
        """Yield the index and the number of everything else that is not 0."""
        start, seats, index_by_card, phase = self._start, self._seats, self._index_by_card, observation.phase
        board, points, card_count = observation.board, observation.points, len(index_by_card)
        if observation.turn is not None:
            yield start["turn"] + (observation.turn - own_seat) % seats, 1
        yield start["dealer"] + (observation.dealer - own_seat) % seats, 1
        yield start["deal_number"], min(observation.deal_number, HIGHEST)
        yield start["stock_size"], board.stock_size
        for side in observation.sides:
            if own_seat in side:
                yield from ((start["same_side"] + (seat - own_seat) % seats, 1) for seat in side)
        for seat, hand in enumerate(board.hands):
            offset = (seat - own_seat) % seats
            yield start["totals"] + offset, max(-HIGHEST, min(observation.totals[seat], HIGHEST))
            yield start["points"] + offset, points[seat]
            yield start["hand_sizes"] + offset, len(hand)
            hand_start = start["hands"] + offset * card_count
            yield from ((hand_start + index_by_card[card], 1) for card in hand if card is not HIDDEN_CARD)
        for order, (seat, card) in enumerate(board.trick, 1):
            offset = (seat - own_seat) % seats
            yield start["trick_order"] + offset, order
            if card is not HIDDEN_CARD:
                yield start["trick"] + offset * card_count + index_by_card[card], 1
        if isinstance(phase, TrickPhase):
            earlier_count = len(phase.completed_tricks) * len(phase.trick.seats)
            yield from self._iter_plays(board.trick, earlier_count, own_seat)
        if board.turned_card is not None:
            yield start["turned_card"] + index_by_card[board.turned_card], 1
        if board.trump is not None:
            yield start["trump"] + SUITS.index(board.trump), 1
        calls = () if phase is None else phase.list_calls()
        for index, (seat, action) in enumerate(calls[-MAX_CALLS:]):
            yield start["calls"] + 2 * index, (seat - own_seat) % seats
            if action is not None:
                yield start["calls"] + 2 * index + 1, self._number_by_action[action]


# -- environments ----------------------------------------------------------------------------------


def make(
    name: str,
    *,
    preset: str | None = None,
    seats: int | None = None,
    options: Mapping[str, OptionValue] = {},
    has_whole_match: bool = False,
    render_mode: str | None = None,
) -> CardGameEnvironment:
    """Return the environment of a game, or of a registered name; a wrong argument is an InputError that names it.

    ``preset``, ``seats``, ``options``: as for `MatchRunner`; ``has_whole_match``: it ends with the match, otherwise
    with the first deal; ``render_mode``: "ansi" for sentences, or None.
    """
    if name in ENVIRONMENTS:
        if preset is not None:
            raise InputError("unexpected_argument", argument="preset")
        name, preset = ENVIRONMENTS[name]
    return CardGameEnvironment(name, preset, seats, options, has_whole_match, render_mode)


class CardGameEnvironment(AECEnv[str, Arrays, int]):
    """A deal or a match of a card game; agent ``player_2`` has seat 2.

    Rewards are the scores of each deal, with the sign turned in games where a lower total is better. There are no
    timeouts, votes, departures or clocks. Without a seed, `reset` goes on to the next one.
    """

    def __init__(
        self,
        game_id: str,
        preset: str | None,
        seats: int | None,
        options: Mapping[str, OptionValue],
        has_whole_match: bool,
        render_mode: str | None,
    ) -> None:
        super().__init__()
        self._make_runner = partial(MatchRunner, game_id, preset=preset, seats=seats, options=options)
        self._runner = self._make_runner(seed=0)
        self._seed = NOTHING
        self._has_whole_match = has_whole_match
        self.render_mode = render_mode
        self.metadata = {"name": f"tavoloverde_{game_id}_v1", "render_modes": ["ansi"], "is_parallelizable": False}
        seat_count = self._runner.match.seats
        self.encoder = ObservationEncoder(game_id, seat_count)
        self._actions_by_seat = [list_actions(game_id, seat) for seat in range(seat_count)]
        self._number_by_action = _number_actions(game_id, seat_count)
        self.possible_agents = [f"player_{seat}" for seat in range(seat_count)]
        self._seat_by_agent = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self.encoder.make_space() for agent in self.possible_agents}
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(self.encoder.action_count) for agent in self.possible_agents
        }
        self._events = list[Event]()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; everything random follows from ``seed``."""
        self._seed = self._seed + 1 if seed is None else seed
        self._runner = self._make_runner(seed=self._seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._events = [*self._runner.deal()]
        self._select_agent()

    def step(self, action: int) -> None:
        """Play the action of a number. Raise IllegalActionError, which changes nothing, if it is illegal."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        runner, result_count = self._runner, len(self._runner.match.results)
        self._events = [*runner.push(self._find_action(action))]
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if len(runner.match.results) > result_count:
            self._end_deal(runner.match.results[-1])
        if not all(self.terminations.values()):
            self._select_agent()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Arrays:
        """Return the arrays of what an agent may know."""
        return self.encoder.encode(self._runner.observe(self._seat_by_agent[agent]))

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Arrays]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[int]:
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """Return what all saw of the last step in sentences; None without a render mode."""
        if self.render_mode is None:
            return None
        deck = self._runner.match.game.deck
        return "\n".join(narrate_event(event.seen_by(None), self.possible_agents, deck) for event in self._events)

    def close(self) -> None:
        """End nothing: an environment holds no file and no process."""

    def make_level_policy(self, level: str) -> Policy:
        """Return a policy that plays like a computer player of ``level`` at the seat to act."""
        player = create_player(self._runner.match.game_id, level)

        def choose(_arrays: Arrays) -> int:
            seat = self._runner.turn
            assert seat is not None
            action = player.choose(self._runner.observe(seat), self._runner.rng(seat))
            return self._number_by_action[action]

        return choose

    def _find_action(self, number: int) -> Action:
        """Return the action of a number for the seat to act. Raise InputError if there is none."""
        actions = self._actions_by_seat[self._seat_by_agent[self.agent_selection]]
        if not 0 <= number < len(actions):
            raise InputError("no_action_number", number=format_argument(number), most=len(actions) - 1)
        return actions[number]

    def _end_deal(self, result: DealResult) -> None:
        sign = -1 if self._runner.match.game.is_lower_total_better else 1
        self.rewards = {agent: float(sign * score) for agent, score in zip(self.agents, result.scores, strict=True)}
        if self._runner.is_over or not self._has_whole_match:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._events += self._runner.deal()

    def _select_agent(self) -> None:
        seat = self._runner.turn
        assert seat is not None
        self.agent_selection = self.possible_agents[seat]


class PolicyBot:
    """A bot that plays by a policy over arrays.

    A class in a file of yours that names its `policy` plays in `simulate` (docs/bots.md).
    """

    policy: Policy

    def choose(self, observation: Observation, _rng: Random) -> Action:
        """Return the action whose number the policy gives."""
        assert observation.seat is not None
        arrays = _make_encoder(observation.game_id, observation.seats).encode(observation)
        return list_actions(observation.game_id, observation.seat)[self.policy(arrays)]


_make_encoder = cache(ObservationEncoder)
