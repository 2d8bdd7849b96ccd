"""The words of the window about a game at its table: each sentence, figure and banner of random deals once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from game.match.observation import Observation, Transition, observe
from game.text.results import list_shown_hands
from tests.helpers import PLAYER_NAMES, PlayoutMoment
from tests.pairwise_tables import PAIRWISE_TABLES
from tests.playouts import Playout, play_deals
from ui.games import get_presentation
from ui.games.presentation import GamePresentation
from ui.table.animation.playback import split_transition

MAX_ANSWERS: Final = 40
"""The most answers to a question that are written down: the first ones."""
Question = Callable[[GamePresentation, Observation, tuple[str, ...]], Any]

QUESTIONS: Final[Mapping[str, Question]] = {
    "suit order": lambda games, view, names: [games.get_suit_order(deck) for deck in ("italian", "french")],
    "hand size": lambda games, view, names: games.get_hand_size(view),
    "goal": lambda games, view, names: games.describe_goal(view),
    "match length": lambda games, view, names: games.describe_match_length(view.options),
    "ending": lambda games, view, names: games.describe_ending(view),
    "deal": lambda games, view, names: games.describe_deal(view),
    "total": lambda games, view, names: games.format_total(view, 0),
    "total in words": lambda games, view, names: games.describe_total(view.totals[0], games.format_total(view, 0)),
    "standing": lambda games, view, names: games.describe_standing(view, 0),
    "tricks": lambda games, view, names: games.describe_tricks(view, view.sides[0], view.deal_number, view.points[0]),
    "side": lambda games, view, names: games.describe_side(view, view.sides[0]),
    "counting aloud": lambda games, view, names: games.is_counting_aloud(view),
    "good change": lambda games, view, names: [games.is_good_change(change) for change in (-1, 0, 1)],
    "headings of the pad": lambda games, view, names: games.list_pad_headings(view),
    "pad": lambda games, view, names: games.describe_pad(view),
    "winners": lambda games, view, names: games.find_deal_winners(view),
    "headline": lambda games, view, names: [games.format_headline(view, names, seat) for seat in (None, 0)],
    "sides": lambda games, view, names: games.summarize_sides(view),
    "sitting out": lambda games, view, names: sorted(games.find_sitting_out_seats(view)),
    "idle": lambda games, view, names: sorted(games.find_idle_seats(view)),
    "announcements": lambda games, view, names: list(games.list_announcements(view, "italian").items()),
    "duty": lambda games, view, names: games.describe_duty(view, names),
    "contract": lambda games, view, names: games.describe_contract(view, names, "italian"),
    "called card": lambda games, view, names: (games.find_called_card(view), games.describe_called_card(view)),
    "secret": lambda games, view, names: games.describe_secret(view, "italian"),
    "choices": lambda games, view, names: view.legal_actions and games.describe_choices(view, view.legal_actions),
    "question": lambda games, view, names: view.legal_actions and games.ask(view, names, "italian")[:2],
    "spare hand": lambda games, view, names: games.get_spare_hand_label(),
}  # fmt: skip
"""Questions to the presentation of a game at each moment, from the places of seat 0 and of nobody."""


def format_sentences(game: str) -> str:
    """Return the first answers of a game to each question, in deals at each of its tables."""
    presentation = get_presentation(game)
    answers: dict[str, dict[str, None]] = {name: {} for name in (*QUESTIONS, "speech", "banner", "result")}
    for table in (table for table in PAIRWISE_TABLES if table.game == game):
        for name, answer in iter_answers(presentation, play_deals(table)):
            if len(answers[name]) < MAX_ANSWERS:
                answers[name][answer] = None
    return "".join(f"{name}\n" + "".join(f"  {answer}\n" for answer in texts) for name, texts in answers.items())


def iter_answers(presentation: GamePresentation, playout: Playout) -> Iterator[tuple[str, str]]:
    """Yield the questions and the answers at the moments of a match."""
    names = PLAYER_NAMES[: playout.table.seats]
    for moment in playout.moments:
        for seat in (0, None):
            view = observe(moment.match, seat)
            for name, ask in QUESTIONS.items():
                yield name, str(ask(presentation, view, names))
        yield from iter_event_answers(presentation, moment, names)


def iter_event_answers(
    presentation: GamePresentation, moment: PlayoutMoment, names: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    """Yield what is said and shown large during the events of a moment, and what a result says."""
    view, view_after = observe(moment.match_before, None), observe(moment.match, None)
    result = view_after.result
    for step in split_transition(Transition(view, view_after, moment.events)):
        yield "speech", str(presentation.describe_speech(step.event, "italian"))
        for seat in (0, None):
            yield "banner", f"{type(step.event).__name__}: {presentation.make_banner(step, names, seat)}"
    if result is not None:
        figures = [presentation.format_deal_figure(result, side) for side in view.sides]
        pad = [presentation.list_pad_figures(view, result, side) for side in view.sides]
        reasons = presentation.describe_shown_hand(result) if list_shown_hands(view_after) else ()
        yield "result", f"{figures} {pad} {reasons}"
