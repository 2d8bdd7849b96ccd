"""The content of a result: the outcome, the scores and the lines of a deal or of a match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Final

from game.core.sanitizer import capitalize_first
from game.match.observation import Observation
from game.rules import GAMES
from game.text.dates import format_day
from game.text.formatting import format_change, format_number, format_score_pair
from game.text.gettext import _, ngettext
from game.text.player_names import join_names
from game.text.results import SideResult, format_match_headline, format_payout, sort_seats
from ui.games.presentation import GamePresentation
from ui.table.hud.status_text import format_title
from ui.table.result.celebration import CELEBRATION_S
from ui.table.screen_seats import get_your_seat

if TYPE_CHECKING:
    from ui.table.scene import TableScene

RAYS_S: Final = 0.5
"""The time in which the rays around the winner's portrait grow after a deal, in seconds."""
MAX_DEAL_CARDS: Final = 6
"""The largest number of deals that are shown as cards."""


@dataclass(frozen=True, kw_only=True)
class ResultSheet:
    """The values of a result: of a deal in a panel over the table, or of a match on an empty table.

    ``deal``: its number, None for a match. ``winners``: the seats that won it; ``is_won``: whether "you" did.
    ``sides``: their results in the last deal, in order. ``score``, ``side_names``: of two sides that stay together for
    the whole match, else empty. ``cards``: each with its title, its figure and whether it is won. ``lines``: the
    standing of the match or how it ended. ``daily_text``: which daily deal it is, "" for none. ``sound``: at the
    beginning, "" for none; ``motion_s``: the time in which something moves then, in seconds. ``go_on_id``,
    ``go_on_text``: of the button to go on; ``button_widths``: the least of that to the main menu and of this one;
    ``panel_width``: 0 for the whole window; both in design pixels.
    """

    deal: int | None = None
    headline: str
    subtitle: str
    winners: tuple[int, ...]
    is_won: bool
    sides: tuple[SideResult, ...]
    score: str = ""
    side_names: tuple[str, ...] = ()
    cards: tuple[tuple[str, str, bool], ...] = ()
    lines: tuple[str, ...]
    daily_text: str
    sound: str
    motion_s: float
    max_scale: float
    panel_width: float
    button_widths: tuple[float, float]
    go_on_id: str
    go_on_text: str


def describe_result(table: TableScene) -> ResultSheet:
    """Return the result of the match, or that of the deal while the match goes on."""
    return _describe_match(table) if table.session.observation.is_over else _describe_deal(table)


def _describe_deal(table: TableScene) -> ResultSheet:
    observation, presentation, your_seat = table.observation, table.presentation, get_your_seat(table.session)
    number, winners = observation.deal_number, presentation.find_deal_winners(observation)
    headline, sides = _("Deal {number}").format(number=number), presentation.list_sides_from(observation, your_seat)
    if observation.result is not None:
        headline = presentation.format_headline(observation, table.session.info.names, your_seat)
    return ResultSheet(
        deal=number,
        headline=headline,
        subtitle=_("{game} · deal {number}").format(game=format_title(table), number=number),
        winners=winners,
        is_won=your_seat in winners,
        sides=tuple(sides),
        lines=(_describe_standing(presentation, observation, sides, your_seat),),
        daily_text=_describe_daily_deal(table.session.info.daily_date),
        sound="win" if your_seat in winners else "",
        motion_s=RAYS_S if your_seat in winners else 0,
        max_scale=1.5,
        panel_width=720,
        button_widths=(168, 240),
        go_on_id="next-deal",
        go_on_text=presentation.describe_next_deal(observation),
    )


def _describe_match(table: TableScene) -> ResultSheet:
    observation, presentation, names = table.observation, table.presentation, table.session.info.names
    your_seat, viewer, winners = get_your_seat(table.session), table.session.observation.seat, observation.winners
    sides = sorted(observation.sides, key=lambda side: (your_seat not in side, side[0] not in winners))
    totals = _list_totals(observation, sides)
    payout, ending = format_payout(observation, your_seat), presentation.describe_ending(observation) if winners else ""
    subtitle = ngettext("{game} · {count} deal", "{game} · {count} deals", len(observation.results))
    return ResultSheet(
        headline=format_match_headline(observation, names, your_seat),
        subtitle=payout or subtitle.format(game=format_title(table), count=len(observation.results)),
        winners=winners,
        is_won=your_seat in winners,
        sides=tuple(presentation.list_sides_from(observation, your_seat)),
        score=format_score_pair(*totals) if totals else "",
        side_names=tuple(join_names([names[seat] for seat in side]) for side in sides) if totals else (),
        cards=tuple(_iter_cards(presentation, observation, names, sides if totals else ())),
        lines=tuple(filter(None, (ending, payout))),
        daily_text=_describe_daily_deal(table.session.info.daily_date),
        sound="" if viewer is None or not winners else "win" if viewer in winners else "lose",
        motion_s=CELEBRATION_S if your_seat in winners else 0,
        max_scale=1.25,
        panel_width=0,
        button_widths=(208, 208),
        go_on_id="play-again",
        go_on_text=_("Play again"),
    )


def _describe_daily_deal(iso_date: str) -> str:
    """Return the day of the daily deal with which the match began, and what counts in it; "" without a date."""
    text = _("Daily deal, {day}: only the first deal counts.")
    return text.format(day=format_day(date.fromisoformat(iso_date))) if iso_date else ""


def _list_totals(observation: Observation, sides: Sequence[tuple[int, ...]]) -> tuple[str, ...]:
    """Return the totals of two sides that stay together for the whole match, () if they do not."""
    if len(sides) != 2 or any(side not in observation.sides for side in sides):
        return ()
    return tuple(format_number(observation.totals[side[0]]) for side in sides)


def _describe_standing(
    presentation: GamePresentation, observation: Observation, sides: Sequence[SideResult], your_seat: int | None
) -> str:
    """Return the standing of the match after the deal, in a line."""
    goal, totals = presentation.describe_goal(observation), _list_totals(observation, [side.seats for side in sides])
    if totals and totals != tuple(side.score_text.removeprefix("+") for side in sides):
        text = _("Match: {score}, {goal}") if goal else _("Match: {score}")
        return text.format(score=format_score_pair(*totals), goal=goal)
    if totals or len(sides) != 2 or your_seat is None or observation.result is None:
        return presentation.describe_deal(observation)
    return _("Your score: {change}, total {total}").format(
        change=format_change(observation.result.scores[your_seat]), total=format_number(observation.totals[your_seat])
    )


def _iter_cards(
    presentation: GamePresentation, observation: Observation, names: Sequence[str], sides: Sequence[tuple[int, ...]]
) -> Iterator[tuple[str, str, bool]]:
    """Yield a card for each deal of a short match between two sides, none for a longer one, else one for each player.

    Each has its title, its figure, and whether the deal or the player has won. ``sides``: two that stay together.
    """
    is_lower_better = GAMES[observation.game_id].is_lower_total_better
    if sides and observation.results:
        for number, result in enumerate(observation.results if len(observation.results) <= MAX_DEAL_CARDS else (), 1):
            first, second = (result.scores[side[0]] for side in sides)
            figures = (presentation.format_deal_figure(result, side) for side in sides)
            figure = format_score_pair(*figures) if result.state == "scored" else "–"
            is_won = (first > second) != is_lower_better and first != second
            yield _("Deal {number}").format(number=number), figure, is_won
        return
    for seat in sort_seats(observation, is_counting_down=is_lower_better):
        total = presentation.describe_total(observation.totals[seat], format_number(observation.totals[seat]))
        yield names[seat], capitalize_first(total), seat in observation.winners
