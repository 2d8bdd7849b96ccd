"""The results of ten fixed matches, the statistics of their first player, and a comparison of the same deals.

The choices are random, so that no change of the computer players changes these files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from game.core.actions import Action, Deal, LeaveMatch, VoteToEnd
from game.core.options import find_changed_options, format_option_value
from game.match.match import Match
from game.match.observation import observe
from game.match.record import Record
from game.match.tallies import tally_record
from game.rules import GAMES
from game.statistics.statistics import PlayedMatch, compute_statistics
from game.text.gettext import use_language
from game.text.messages import format_match_outcome
from game.text.narration import narrate_deal_end, narrate_event
from tests.helpers import make_match, make_record, play_random_actions
from tests.same_deals import import_match, play_match, replay_with_packs, store_match
from tests.ui.app_driver import make_settings, open_test_app
from tests.ui.match_driver import run_settling_frames
from ui.games import get_presentation
from ui.scenes.statistics.tables import make_cells, make_tables
from ui.table.overlays.score_table import format_score_narration

FIRST_MATCH_TIME: Final = 1_760_011_200.0
"""The time of the first match, noon in UTC, in seconds since 1970; the others follow a day after each other."""


class FixedMatch(NamedTuple):
    """A match of random choices.

    ``table``: the arguments of `make_match`; ``deals``: the most deals; ``seed``: that of the choices;
    ``last_actions``: what follows in place of the last ten; ``is_assisted``: the first player has used hints.
    """

    table: Mapping[str, Any]
    deals: int
    seed: int = 0
    last_actions: tuple[Action, ...] = ()
    is_assisted: bool = False

    @property
    def start(self) -> Match:
        return make_match(**self.table)


FIXED_MATCHES: Final[Mapping[str, FixedMatch]] = MappingProxyType(
    {
        "briscola-two-players": FixedMatch({"game": "briscola", "seats": 2}, 9),
        "briscola-teams": FixedMatch({"game": "briscola", "seats": 4}, 9),
        "briscola-ended-by-vote": FixedMatch(
            {"game": "briscola", "seats": 3, "exit_votes": 2}, 2, last_actions=(VoteToEnd(0), VoteToEnd(2))
        ),
        "chiamata-annulled-deal": FixedMatch({"game": "chiamata", "seats": 5, "match_deals": 5}, 7, 19),
        "chiamata-online": FixedMatch({"game": "chiamata", "preset": "online", "seats": 5, "match_deals": 5}, 5),
        "spades-three-players": FixedMatch({"game": "spades", "seats": 3, "target": 200}, 12),
        "spades-partners": FixedMatch({"game": "spades", "preset": "partners", "seats": 4, "loss_limit": -200}, 20),
        "spades-left": FixedMatch({"game": "spades", "seats": 4}, 2, last_actions=(LeaveMatch(0),)),
        "muscio": FixedMatch({"game": "muscio", "seats": 4}, 40),
        "muscio-with-hints": FixedMatch({"game": "muscio", "seats": 5}, 6, is_assisted=True),
    }
)
"""The matches by name, in the order in which they are played."""


@cache
def play_fixed_match(name: str) -> Record:
    fixed_match = FIXED_MATCHES[name]
    moments = list(play_random_actions(fixed_match.start, f"result {fixed_match.seed}", fixed_match.deals))
    record = make_record(fixed_match.start, moments, fixed_match.table.get("preset"))
    for _action in range(10 if fixed_match.last_actions else 0):
        record = record.without_last_action()
    for action in fixed_match.last_actions:
        record = record.with_action(action)
    return record


def format_result(name: str) -> str:
    """Return the end of each deal, the table of scores and the outcome of a match."""
    return "\n".join(_iter_result_lines(play_fixed_match(name))) + "\n"


def _iter_result_lines(record: Record) -> Iterator[str]:
    names, game, match = record.names, GAMES[record.game_id], record.create_match()
    yield f"{game.title} ({record.preset}): {', '.join(names)}"
    for option, value in find_changed_options(record.options, game.presets[record.preset]).items():
        yield f"  {option} = {format_option_value(value)}"
    for action, transition in record.iter_steps():
        if isinstance(action, Deal):
            yield from ("", f"Deal {len(match.results) + 1}")
        elif isinstance(action, VoteToEnd | LeaveMatch):
            yield from (f"  {narrate_event(event, names, game.deck)}" for event in transition.events)
        is_ended = len(transition.match.results) > len(match.results)
        match = transition.match
        if is_ended or match.is_over:
            yield from (f"  {line}" for line in narrate_deal_end(observe(match, None), names, game.deck))
    yield ""
    yield from format_score_narration(get_presentation(record.game_id), observe(match, None), names)
    yield from format_match_outcome(match.standing, names)


def format_statistics(game: str, language: str) -> str:
    """Return the tables of the statistics of Anna in a game, over the fixed matches."""
    played_matches = [
        PlayedMatch(FIRST_MATCH_TIME + number * 86_400, 0, tally_record(play_fixed_match(name)), match.is_assisted)
        for number, (name, match) in enumerate(FIXED_MATCHES.items())
        if match.table["game"] == game
    ]
    with use_language(language):
        lines = list[str]()
        for table in make_tables(compute_statistics(game, played_matches)):
            lines += ["", table.title, *(" | ".join(cells) for cells in make_cells(table))]
        return "\n".join(lines[1:]) + "\n"


def format_comparison(language: str) -> str:
    """Return the page that compares two matches with the same two deals, as it is narrated."""
    with use_language(language), TemporaryDirectory() as home:
        settings = make_settings(language=language)
        with open_test_app(Path(home), settings=settings) as app:
            journal, record = app.storage.get_repository(), play_match("spades")
            import_match(journal, replay_with_packs(record, 8))
            app.context.router.open_comparison(store_match(journal, record))
            run_settling_frames(app)
            return "\n".join(app.context.scenes.top.narration) + "\n"
