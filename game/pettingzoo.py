"""Environments of PettingZoo (AEC) over `MatchRunner`, for people who train agents (docs/research.md).

The environments know no game: actions are numbered from the game's declared actions, and a seat's observation becomes
one array of fixed fields. Whatever an array shows comes from the seat's `Observation`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from math import prod
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.ai.computer_player import create_player
from game.core.actions import Action, Play, iter_actions
from game.core.arguments import check_argument, format_argument
from game.core.cards import FRENCH_PACK, HIDDEN_CARD, JOKERS, SUITS, Card, Rank
from game.core.events import Event
from game.core.messages import InputError, Reason
from game.core.options import OptionValue
from game.core.phase import Board, Phase
from game.core.trick_taking import CompletedTrick, TrickPhase
from game.match.house_rules import make_unknown_value_error
from game.match.observation import Observation
from game.rules import GAMES, Game
from game.simulation.match_runner import MatchRunner
from game.text.narration import narrate_event

try:
    import gymnasium
    from pettingzoo import AECEnv, register
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"game.pettingzoo needs {error.name}: pip install 'tavoloverde[pettingzoo]'", name=error.name
    ) from None

Arrays: TypeAlias = dict[str, NDArray[Any]]
"""An agent's observation: "observation", and "action_mask" with 1 for each legal action."""
Policy: TypeAlias = Callable[[Arrays], int]
"""A player over arrays: returns the number of an action."""

MAX_CALLS: Final = 64
"""The number of calls in an observation; of more, the last ones are there."""
NOTHING: Final = -1
HIGHEST: Final = int(np.iinfo(np.int32).max)
RENDER_MODE: Final = "ansi"

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
    action_types: tuple[type[Action], ...] = (Play, *game.actions)
    values: dict[Any, Iterable[Any]] = {Card: list_cards(game), Rank: game.ranking}
    return tuple(
        action
        for action_type in action_types
        for action in iter_actions(action_type, seat, values | {int: action_type.numbers})
    )


@cache
def _number_actions(game_id: str, seats: int) -> Mapping[Action, int]:
    return {action: number for seat in range(seats) for number, action in enumerate(list_actions(game_id, seat))}


def list_cards(game: Game) -> tuple[Card, ...]:
    """Return every card that the game may use, in the order of the packs."""
    return tuple(card for card in (*FRENCH_PACK, *JOKERS) if card.rank in game.ranking)


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
        "hand_sizes": Field((seats,), 0, cards),
        "trick_order": Field((seats,), 0, seats),
        "deal_number": Field((1,), 0, HIGHEST),
        "stock_size": Field((1,), 0, cards),
        "trump": Field((len(SUITS),), 0, 1),
        "hands": Field((seats, cards), 0, 1),
        "trick": Field((seats, cards), 0, 1),
        "turned_card": Field((cards,), 0, 1),
        "played_by": Field((cards,), 0, seats),
        "play_order": Field((cards,), 0, cards),
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
        self._empty = np.zeros(self.size, np.int32)
        self._empty[self._start["calls"] :] = NOTHING
        self._tricks_by_seat: list[tuple[tuple[CompletedTrick, ...], NDArray[np.int32]]] = [
            ((), self._empty.copy()) for _seat in range(seats)
        ]

    def make_space(self) -> gymnasium.spaces.Dict:
        """Return the space of the observations."""
        low, high = (
            np.concatenate(
                [np.full(prod(field.shape), getattr(field, bound), np.int32) for field in self.fields.values()]
            )
            for bound in ("low", "high")
        )
        return gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(low, high, dtype=np.int32),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.action_count,), np.int8),
            }
        )

    def split(self, array: NDArray[np.int32]) -> Arrays:
        """Return the fields of an array by name, each in its shape."""
        return {
            name: array[self._start[name] :][: prod(field.shape)].reshape(field.shape)
            for name, field in self.fields.items()
        }

    def encode(self, observation: Observation) -> Arrays:
        """Return the arrays of an observation of a seat."""
        phase, seat, board = observation.phase, observation.seat, observation.board
        assert seat is not None
        array, mask = self._encode_tricks(phase, seat).copy(), np.zeros(self.action_count, np.int8)
        numbers = self._list_numbers(observation, board, seat)
        array[: len(numbers)] = numbers
        self._encode_visible_cards(array, board, seat)
        if isinstance(phase, TrickPhase):
            self._encode_plays(array, board.trick, len(phase.completed_tricks) * len(phase.trick.seats), seat)
        if phase is not None:
            self._encode_calls(array, phase.list_calls()[-MAX_CALLS:], seat)
        for action in observation.legal_actions:
            mask[self._number_by_action[action]] = 1
        return {"observation": array, "action_mask": mask}

    def _encode_tricks(self, phase: Phase | None, own_seat: int) -> NDArray[np.int32]:
        """Return the array of an observation with nothing but the cards of completed tricks.

        It goes on from the array of the seat's last observation, if that was of the same deal.
        """
        tricks = phase.completed_tricks if isinstance(phase, TrickPhase) else ()
        known, array = self._tricks_by_seat[own_seat]
        if known != tricks[: len(known)]:
            known, array = (), self._empty.copy()
        for number, completed in enumerate(tricks[len(known) :], len(known)):
            self._encode_plays(array, completed.trick.list_plays(), number * len(completed.trick.cards), own_seat)
        self._tricks_by_seat[own_seat] = tricks, array
        return array

    def _encode_plays(
        self, array: NDArray[np.int32], plays: Iterable[tuple[int, Card]], earlier_count: int, own_seat: int
    ) -> None:
        """Write what is known of cards that were played after ``earlier_count`` others."""
        player_start, order_start = self._start["played_by"], self._start["play_order"]
        for order, (seat, card) in enumerate(plays, earlier_count + 1):
            if card is not HIDDEN_CARD:
                index = self._index_by_card[card]
                array[player_start + index] = (seat - own_seat) % self._seats + 1
                array[order_start + index] = order

    def _list_numbers(self, observation: Observation, board: Board, own_seat: int) -> list[int]:
        """Return the values of the fields up to "trump"."""
        is_turn, is_dealer, is_same_side, trick_order = ([0] * self._seats for _field in range(4))
        if observation.turn is not None:
            is_turn[observation.turn] = 1
        is_dealer[observation.dealer] = 1
        for seat in next(side for side in observation.sides if own_seat in side):
            is_same_side[seat] = 1
        for number, (seat, _card) in enumerate(board.trick, 1):
            trick_order[seat] = number
        hand_sizes = [*map(len, board.hands)]
        by_seat = is_turn, is_dealer, is_same_side, observation.totals, observation.points, hand_sizes, trick_order
        return [
            *[number for numbers in by_seat for number in (*numbers[own_seat:], *numbers[:own_seat])],
            observation.deal_number,
            board.stock_size,
            *[suit == board.trump for suit in SUITS],
        ]

    def _encode_visible_cards(self, array: NDArray[np.int32], board: Board, own_seat: int) -> None:
        """Write the cards in hands, in the trick and on the table that lie face up."""
        index_by_card, seats = self._index_by_card, self._seats
        for seat, hand in enumerate(board.hands):
            start = self._start["hands"] + (seat - own_seat) % seats * len(index_by_card)
            for card in hand:
                if card is not HIDDEN_CARD:
                    array[start + index_by_card[card]] = 1
        for seat, card in board.trick:
            if card is not HIDDEN_CARD:
                start = self._start["trick"] + (seat - own_seat) % seats * len(index_by_card)
                array[start + index_by_card[card]] = 1
        if board.turned_card is not None:
            array[self._start["turned_card"] + index_by_card[board.turned_card]] = 1

    def _encode_calls(
        self, array: NDArray[np.int32], calls: Iterable[tuple[int, Action | None]], own_seat: int
    ) -> None:
        for index, (seat, action) in enumerate(calls):
            start = self._start["calls"] + 2 * index
            array[start] = (seat - own_seat) % self._seats
            if action is not None:
                array[start + 1] = self._number_by_action[action]


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
    check_argument("name", name, str)
    if name in ENVIRONMENTS:
        name, own_preset = ENVIRONMENTS[name]
        if preset not in (None, own_preset):
            raise make_unknown_value_error("preset", preset, (own_preset,))
        preset = own_preset
    if name not in GAMES:
        raise make_unknown_value_error("name", name, (*GAMES, *ENVIRONMENTS))
    check_argument("has_whole_match", has_whole_match, bool)
    if render_mode not in (None, RENDER_MODE):
        raise make_unknown_value_error("render_mode", render_mode, (RENDER_MODE,))
    return CardGameEnvironment(name, preset, seats, options, has_whole_match, render_mode)


for registered_name in ENVIRONMENTS:
    register("aec", registered_name, entry_point=make, kwargs={"name": registered_name})


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
        self._make_runner = partial(MatchRunner, game_id, preset=preset, seats=seats, options=options)
        self._runner = self._make_runner(seed=0)
        self._seed = NOTHING
        self._has_whole_match = has_whole_match
        self.render_mode = render_mode
        self.metadata = {"name": f"tavoloverde_{game_id}_v1", "render_modes": [RENDER_MODE], "is_parallelizable": False}
        seat_count = self._runner.match.seats
        self.encoder = ObservationEncoder(game_id, seat_count)
        self._actions_by_seat = [list_actions(game_id, seat) for seat in range(seat_count)]
        self._number_by_action = _number_actions(game_id, seat_count)
        self.possible_agents = [f"player_{seat}" for seat in range(seat_count)]
        self._seat_by_agent = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces: dict[str, gymnasium.spaces.Space[Any]] = {
            agent: self.encoder.make_space() for agent in self.possible_agents
        }
        self.action_spaces: dict[str, gymnasium.spaces.Space[Any]] = {
            agent: gymnasium.spaces.Discrete(self.encoder.action_count) for agent in self.possible_agents
        }
        self._events: tuple[Event, ...] = ()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; everything random follows from ``seed``."""
        seed = self._seed + 1 if seed is None else seed
        self._runner = self._make_runner(seed=seed)
        self._seed = seed
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._events = self._runner.deal()
        self._select_agent()

    def step(self, action: int) -> None:
        """Play the action of a number. Raise IllegalActionError, which changes nothing, if it is illegal."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._events = self._runner.push(self._find_action(action))
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards[agent] = 0.0
        if self._runner.turn is None:
            self._end_deal()
        else:
            self._select_agent()

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
        check_argument("action", number, int, np.integer)
        actions = self._actions_by_seat[self._seat_by_agent[self.agent_selection]]
        if not 0 <= number < len(actions):
            raise InputError("value_not_offered", Reason("field", {"path": "action"}), value=format_argument(number))
        return actions[number]

    def _end_deal(self) -> None:
        """Give the rewards of a deal, and end the episode or deal again."""
        match = self._runner.match
        sign = -1 if match.game.is_lower_total_better else 1
        scores = match.results[-1].scores
        self.rewards = {agent: float(sign * score) for agent, score in zip(self.agents, scores, strict=True)}
        self._accumulate_rewards()
        if match.is_over or not self._has_whole_match:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._events += self._runner.deal()
            self._select_agent()

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
