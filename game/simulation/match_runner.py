"""Mutable driver of a match for scripts, in the style of python-chess."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from game.core.actions import Action, Deal
from game.core.arguments import check_argument, check_seat, check_whole_number, format_argument
from game.core.cards import Card
from game.core.events import Event
from game.core.messages import InputError
from game.core.options import OptionValue
from game.match.house_rules import resolve_options
from game.match.match import Match, create_match
from game.match.observation import Observation, observe
from game.match.record import DealRecord, Record, RecordError
from game.rules import GAMES
from game.shuffling.shuffle import derive_random, draw_dealer, shuffle_pack


class MatchRunner:
    """A match that a script plays: `deal` and `push` advance it, `pop` takes back, `observe` is a seat's view.

    Everything random follows from the seed: the first dealer, the packs, the random numbers of the players.
    """

    def __init__(
        self,
        game_id: str,
        *,
        preset: str | None = None,
        seats: int | None = None,
        seed: int = 0,
        options: Mapping[str, OptionValue] = {},
        first_dealer: int | None = None,
    ) -> None:
        """Create a match. Raise InputError, or TypeError for a wrong type, which name the argument.

        ``preset``: None for the game's first; ``seats``: None for the proposed number; ``options``: house rules that
        differ from the preset; ``first_dealer``: a seat, None to draw it.
        """
        self._preset, rules = resolve_options(game_id, preset, options)
        check_whole_number("seed", seed)
        seat_count = GAMES[game_id].proposed_seat_count if seats is None else seats
        match = create_match(game_id, rules, seat_count, 0 if first_dealer is None else first_dealer, self._preset)
        if first_dealer is None:
            drawn = draw_dealer(match.pack, match.seats, match.game.ranking, derive_random(seed, "dealer"))
            match = create_match(game_id, rules, seat_count, drawn.dealer)
        self._seed = seed
        self._matches = [match]
        self._actions = list[Action | Deal]()

    @property
    def match(self) -> Match:
        """The current match with the cards of all seats: for the script, never for a player."""
        return self._matches[-1]

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.match.is_over

    @property
    def needs_deal(self) -> bool:
        """Whether the next action must be a `deal`."""
        return self.match.needs_deal

    @property
    def turn(self) -> int | None:
        """The seat to act; None before a deal and at the end."""
        return self.match.turn

    @property
    def totals(self) -> tuple[int, ...]:
        """The total of each seat after the finished deals."""
        return self.match.standing.totals

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; () before the end."""
        return self.match.standing.winners

    def observe(self, seat: int | None) -> Observation:
        """Return all that a seat may know; None is a spectator.

        Raise InputError if there is no such seat, TypeError if it is not an int.
        """
        return observe(self.match, seat)

    def rng(self, seat: int) -> Random:
        """Return the random generator of a seat for this moment, which gives the same numbers at each call.

        Raise InputError if there is no such seat, TypeError if it is not an int.
        """
        check_seat(seat, self.match.seats)
        return derive_random(self._seed, "player", len(self._actions), seat)

    def deal(self, pack: Sequence[Card] | None = None) -> tuple[Event, ...]:
        """Deal ``pack``, or the pack that follows from the seed; return the events, with nothing hidden.

        Raise IllegalActionError if no deal is due or the pack is not the game's, TypeError if it is not a sequence of
        cards.
        """
        if pack is None:
            pack = shuffle_pack(self.match.pack, derive_random(self._seed, "pack", len(self.match.results) + 1))
        check_argument("pack", pack, Sequence)
        return self._apply(Deal(tuple(pack)))

    def push(self, action: Action) -> tuple[Event, ...]:
        """Apply an action; return the events, with nothing hidden.

        Raise IllegalActionError if it is illegal, TypeError if it is not an Action of a game or has a field of another
        type: what merely equals a value, such as True for seat 1, is not taken.
        """
        if not isinstance(action, Action):
            raise TypeError(f"push() takes an Action, not {format_argument(action)}")
        return self._apply(action)

    def _apply(self, action: Action | Deal) -> tuple[Event, ...]:
        step = self.match.apply(action)
        self._matches.append(step.match)
        self._actions.append(action)
        return step.events

    def pop(self) -> Action | Deal:
        """Take the last action or deal back and return it. Raise InputError if there is none."""
        if not self._actions:
            raise InputError("nothing_to_take_back")
        action = self._actions.pop()
        self._matches.pop()
        return action

    def record(self, names: Sequence[str]) -> Record:
        """Return a record of the match so far.

        Raise RecordError if ``names`` is not one valid name for each seat, TypeError if it is not a list or a tuple.
        """
        check_argument("names", names, list, tuple)
        if len(names) != self.match.seats:
            raise RecordError("name_count", count=self.match.seats)
        deals = list[tuple[Deal, int, list[Action]]]()
        for match, action in zip(self._matches, self._actions, strict=False):
            if isinstance(action, Deal):
                deals.append((action, match.dealer, []))
            else:
                deals[-1][2].append(action)
        return Record(
            game_id=self.match.game_id,
            preset=self._preset,
            options=self.match.options,
            names=tuple(names),
            first_dealer=self.match.first_dealer,
            deals=tuple(DealRecord(dealer, deal.pack, tuple(actions)) for deal, dealer, actions in deals),
        )
