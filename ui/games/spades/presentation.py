"""The presentation of Spades, and the panel of its bidding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.core.actions import Action
from game.core.cards import parse_cards
from game.core.events import DealScored
from game.core.messages import N_
from game.core.options import Options
from game.rules.spades.actions import Bid
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import BiddingPhase
from game.rules.spades.scoring import BLIND_NIL_FACTOR, SpadesResult
from game.text.formatting import join_with_and
from game.text.games.question import ChoiceOption
from game.text.games.spades import SpadesWords
from game.text.gettext import _
from ui.games.presentation import GamePresentation
from ui.games.spades import moves as moves
from ui.table.action_panel import ActionPanel
from ui.table.animation.playback import EventStep
from ui.table.hud.banner import Banner
from ui.table.number_panel import NumberPanel
from ui.table.question_panel import ChoicePanel

if TYPE_CHECKING:
    from ui.table.scene import TableScene


class SpadesPresentation(SpadesWords, GamePresentation):
    """A presentation with bids and the fate of nil bids."""

    tile_cards = parse_cards("Kh As Qd")
    about = N_("Bid the tricks you'll take")

    def make_banner(self, step: EventStep, names: tuple[str, ...], your_seat: int | None = None) -> Banner | None:
        result, observation = step.result, step.observation
        if not isinstance(step.event, DealScored) or not isinstance(result, SpadesResult):
            return super().make_banner(step, names, your_seat)
        nil_seats = tuple(seat for seat, bid in enumerate(result.bids) if bid == 0)
        if not nil_seats:
            return None
        banner = _make_nil_banner(result, nil_seats, observation.options, names)
        is_own = your_seat is None or any(
            your_seat in side and not set(side).isdisjoint(banner.seats) for side in observation.sides
        )
        return banner if is_own else banner._replace(is_good=None)

    def make_panel(self, table: TableScene) -> ActionPanel:
        phase = table.observation.phase
        if not isinstance(phase, BiddingPhase):
            return ActionPanel(table)
        return ChoicePanel(table) if phase.is_blind_nil_open else BidPanel(table)


def _make_nil_banner(result: SpadesResult, seats: tuple[int, ...], options: Options, names: tuple[str, ...]) -> Banner:
    """Return the banner about nil bids; the seats that kept theirs are named first, of these the blind ones last."""
    assert isinstance(options, SpadesOptions)
    kept_seats = tuple(seat for seat in seats if not result.points[seat])
    broken_seats = tuple(seat for seat in seats if result.points[seat])
    lines = []
    for template, sign, nil_seats in (
        (_("{names}: no tricks, {points} points"), "", kept_seats),
        (
            _("{names}: nil failed, {points} points") if kept_seats else _("{names}: {points} points"),
            "−",
            broken_seats,
        ),
    ):
        for factor in (1, BLIND_NIL_FACTOR):
            named_seats = tuple(seat for seat in nil_seats if (seat in result.blind_seats) == (factor > 1))
            if named_seats:
                points = f"{sign}{factor * options.nil_points}"
                named = join_with_and([names[seat] for seat in named_seats])
                lines.append(template.format(names=named, points=points))
    return Banner(
        _("Nil made!") if kept_seats else _("Nil failed"),
        "\n".join(lines),
        kept_seats or broken_seats,
        bool(kept_seats),
    )


class BidPanel(NumberPanel):
    """A bid of tricks, at first none, and a button for nil where it is legal."""

    @property
    def phase(self) -> BiddingPhase:
        """The bidding, which must be the phase that is shown."""
        phase = self.table.observation.phase
        assert isinstance(phase, BiddingPhase)
        return phase

    @property
    def numbers(self) -> range:
        return range(1, self.phase.max_bid + 1)

    @property
    def unit_text(self) -> str:
        """The points that the bid earns and costs; in pairs, those for both bids of the side."""
        return " ".join(next(option.meaning for option in self.question.numbers if option.figure == str(self.number)))

    def list_number_options(self, number: int) -> Sequence[ChoiceOption]:
        return [
            ChoiceOption(f"bid-{number}", option.action, option.text)
            for option in self.question.numbers
            if option.figure == str(number)
        ]

    def list_other_options(self) -> Sequence[ChoiceOption]:
        return self.list_number_options(0)

    def find_number(self, action: Action) -> int | None:
        return action.tricks or None if isinstance(action, Bid) else None
