"""The statistics in the window: the same figures as charts, as tables, and in an exported file."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from game.match.accuracies import MatchAccuracies, PlayerAccuracy
from game.match.setup import PERSON_KIND
from game.rules import GAMES
from game.statistics.statistics import (
    AccuracySummary,
    MistakeKind,
    PlayerStatistics,
    StatisticsLine,
    WinRate,
    estimate_win_rate,
)
from game.statistics.wins import describe_wins
from game.text.gettext import use_language
from tests.helpers import PLAYER_NAMES, make_match, make_record, play_random_actions
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver, make_settings, open_test_app
from ui.app.settings import Settings
from ui.scenes.statistics.csv_export import encode_csv
from ui.scenes.statistics.scene import StatisticsScene
from ui.scenes.statistics.tables import (
    format_figures,
    make_cells,
    make_csv_rows,
    make_tables,
    narrate_table,
)
from ui.scenes.trainer.scene import TrainerScene


@pytest.fixture
def app_settings() -> Settings:
    return make_settings(name=PLAYER_NAMES[0])


def store_match(app: AppDriver, game: str, seed: int) -> None:
    match = make_match(game, seats=GAMES[game].proposed_seat_count)
    record = make_record(match, list(play_random_actions(match, seed, deal_count=60)))
    journal = app.storage.get_repository()
    number = journal.create_match(record, (PERSON_KIND, *["club"] * (len(record.names) - 1)), 1, {})
    journal.finish_match(number)
    journal.release_match(number)


def open_statistics(app: AppDriver, game: str) -> StatisticsScene:
    app.context.router.open_statistics()
    scene = app.expect_scene(StatisticsScene)
    scene.set_game(game)
    app.advance_until(lambda: not scene.is_busy)
    app.advance_frame()
    return scene


def test_each_figure_has_its_place_in_tables_charts_and_the_file() -> None:
    own_bids, _pair_bids = GAMES["spades"].stat_categories
    bids = (StatisticsLine("0", WinRate(4, 1.0, 0.05, 0.7), 0.5), StatisticsLine("3", WinRate(2, 2.0, 0.34, 1.0), 4.25))
    months = [datetime(2026, month, 5).timestamp() for month in (9, 10)]
    tables = make_tables(
        PlayerStatistics(
            game_id="spades", matches=WinRate(4, 1.5, 0.1, 0.8), expected_win_rate=0.25,
            deals=StatisticsLine("", WinRate(20, 11.0, 0.3, 0.75), 12.345), categories=((own_bids, bids),),
            trend=tuple(zip(months, bids, strict=True)),
            accuracies=(AccuracySummary(months[0], 30, 0.9, 0.2), AccuracySummary(months[1], 10, 0.5, 1.0)),
            assisted_matches=WinRate(2, 1.0, 0.09, 0.91),
            assisted_deals=StatisticsLine("", WinRate(8, 2.0, 0.07, 0.59), -3.0),
        )
    )  # fmt: skip
    lines = []
    for table in tables:
        header, *rows = make_cells(table)
        lines.append(" | ".join((table.title, *header[1:])))
        for cells, row in zip(rows, table.rows, strict=True):
            lines.append(" | ".join((*cells, format_figures(table, row))))
    assert lines == SHOWN_FIGURES.splitlines()
    assert encode_csv(make_csv_rows(tables)).decode("utf-8-sig").splitlines() == EXPORTED_FIGURES.splitlines()


SHOWN_FIGURES = """\
Matches | played | matches won | share
Not assisted | 4 | 1.5 | 38% | 38% · 1.5 of 4 won
Assisted | 2 | 1 | 50% | 50% · 1 of 2 won
Deals | played | bids made | share | points per deal
Not assisted | 20 | 11 | 55% | 12.35 | 11 of 20 made · 12.3 on average
Assisted | 8 | 2 | 25% | −3.00 | 2 of 8 made · −3.0 on average
Tricks taken, by bid | played | bids made | share | tricks taken
Nil | 4 | 1 | 25% | 0.50 | 1 of 4 made · 0.5 on average
3 | 2 | 2 | 100% | 4.25 | 2 of 2 made · 4.2 on average
All | 6 | 3 | 50% | 1.75 | 3 of 6 made · 1.8 on average
Over time | played | bids made | share | points per deal
5 Sept 2026 | 4 | 1 | 25% | 0.50 | 1 of 4 made · 0.5 on average
5 Oct 2026 | 2 | 2 | 100% | 4.25 | 2 of 2 made · 4.2 on average
Accuracy | choices | accuracy | lost per choice
5 Sept 2026 | 30 | 90% | 0.20 | 90% · 30 choices · average 0.20 lost
5 Oct 2026 | 10 | 50% | 1.00 | 50% · 10 choices · average 1.00 lost
All | 40 | 80% | 0.40 | 80% · 40 choices · average 0.40 lost
"""
EXPORTED_FIGURES = """\
table,line,of,won_means,won,share,low,high,value_means,value
Matches,Not assisted,4,matches won,1.5,0.375,0.1,0.8,,
Matches,Assisted,2,matches won,1.0,0.5,0.09,0.91,,
Deals,Not assisted,20,bids made,11.0,0.55,0.3,0.75,points per deal,12.345
Deals,Assisted,8,bids made,2.0,0.25,0.07,0.59,points per deal,-3.0
"Tricks taken, by bid",Nil,4,bids made,1.0,0.25,0.05,0.7,tricks taken,0.5
"Tricks taken, by bid",3,2,bids made,2.0,1.0,0.34,1.0,tricks taken,4.25
"Tricks taken, by bid",All,6,bids made,3.0,0.5,0.187616,0.812384,tricks taken,1.75
Over time,2026-09-05,4,bids made,1.0,0.25,0.05,0.7,points per deal,0.5
Over time,2026-10-05,2,bids made,2.0,1.0,0.34,1.0,points per deal,4.25
Accuracy,2026-09-05,30,accuracy,27.0,0.9,0.9,0.9,lost per choice,0.2
Accuracy,2026-10-05,10,accuracy,5.0,0.5,0.5,0.5,lost per choice,1.0
Accuracy,All,40,accuracy,32.0,0.8,0.8,0.8,lost per choice,0.4
"""


@check_rows("language, about_you, about_anna", [
    ("en", "You haven't finished", "Anna hasn't finished"),
    ("it", "Non hai ancora finito", "Anna non ha ancora finito"),
    ("fr", "Vous n'avez terminé", "Anna n'a terminé"),
])  # fmt: skip
def test_message_about_missing_matches_addresses_the_person(
    tmp_path: Path, language: str, about_you: str, about_anna: str
) -> None:
    for name, begins in (("", about_you), ("Anna", about_anna)):
        home = tmp_path / f"{language}{name}"
        with use_language(language), open_test_app(home, settings=Settings(name=name)) as app:
            scene = app.show_over(StatisticsScene(app.context))
            app.advance_until(lambda: not app.context.scenes.top.is_busy)
            assert scene.tables == () and scene.nothing.startswith(begins) and "play-match" in app.widget_ids


def test_statistics_begin_with_the_game_that_was_played_last(app: AppDriver) -> None:
    for seed, game in enumerate(("briscola", "spades")):
        store_match(app, game, seed)
    app.context.reload_profiles()
    app.context.router.open_statistics()
    app.advance_until(lambda: bool(app.expect_scene(StatisticsScene).tables))
    assert app.expect_scene(StatisticsScene).game == "spades" and "play-match" not in app.widget_ids


def store_accuracies(app: AppDriver, match_id: int, judge: int, choices: int, accuracy: float, loss: float) -> None:
    """Store how well Anna played, and Bruno, whom nobody asks about."""
    players = (
        PlayerAccuracy(seat=0, name="Anna", accuracy=accuracy, loss=loss, choices=choices),
        PlayerAccuracy(seat=1, name="Bruno", accuracy=0.1, loss=9.0, choices=10),
    )
    app.storage.get_repository().store_accuracies(match_id, MatchAccuracies(judge, players))


def test_accuracy_is_weighted_by_choices_and_earlier_judges_are_not_mixed_in(app: AppDriver) -> None:
    for match_id in (1, 2, 3):
        store_match(app, "briscola", match_id)
    store_accuracies(app, 1, 2, 10, 0.5, 1.0)
    store_accuracies(app, 2, 2, 30, 0.9, 0.2)
    store_accuracies(app, 3, 1, 90, 0.1, 1.0)
    table = open_statistics(app, "briscola").tables[-1]
    assert table.is_accuracy and [figure.share.total for figure in table.rows] == [10, 30, 40]
    assert make_cells(table)[-1][1:] == ("40", "80%", "0.40") and table.is_over_time
    assert narrate_table(table).endswith("; All 80% · 40 choices · average 0.40 lost")


def test_exported_cell_is_never_a_formula() -> None:
    text = encode_csv([("=1+1", "@x", 1, "-2", 0.5, 0.5, 0.0, 1.0, "+3", None)]).decode("utf-8-sig")
    assert text.splitlines()[1] == "'=1+1,'@x,1,'-2,0.5,0.5,0.0,1.0,'+3,"


@check_rows("won, count, luck", [
    (3, 5, "By luck alone, you'd have won 2.5. Ten matches will tell you more."),
    (10, 20, "By luck alone, you'd have won just as many."),
    (12, 20, "By luck alone, you'd have won 10. The difference could be luck."),
    (20, 20, "By luck alone, you'd have won 10. That's hardly luck."),
])  # fmt: skip
def test_wins_are_compared_with_luck_in_a_sentence(won: int, count: int, luck: str) -> None:
    assert describe_wins(make_statistics(won, count)) == (f"You won {won} of {count} matches", luck)


def test_deal_of_a_match_that_goes_on_counts_and_the_overview_says_where(app: AppDriver) -> None:
    match = make_match("briscola", seats=2)
    repository = app.storage.get_repository()
    record = make_record(match, list(play_random_actions(match, 1, deal_count=1)))
    repository.release_match(repository.create_match(record, (PERSON_KIND, "club"), 1, {}))
    scene = open_statistics(app, "briscola")
    app.advance_until(lambda: scene.statistics is not None and bool(scene.tables))
    assert scene.statistics is not None
    assert describe_wins(scene.statistics)[1].startswith("1 deal already counts: see “Tables”.")


def test_statistics_without_a_match_say_so_and_give_no_figures() -> None:
    for assisted_count, sentence in (
        (0, "No finished matches yet"),
        (2, "You haven't finished a match without help yet"),
    ):
        statistics = make_statistics(0, 0, assisted_count)
        assert describe_wins(statistics)[0] == sentence and "0" not in describe_wins(statistics)[1]


def make_statistics(won: int, count: int, assisted_count: int = 0) -> PlayerStatistics:
    line = StatisticsLine("", estimate_win_rate(0, 0.0), 0.0)
    return PlayerStatistics(
        game_id="briscola", matches=estimate_win_rate(count, won), deals=line, expected_win_rate=0.5, categories=(),
        trend=(), assisted_matches=estimate_win_rate(assisted_count, 0.0), assisted_deals=line,
    )  # fmt: skip


def test_what_costs_most_leads_to_the_trainer(app: AppDriver) -> None:
    for match_id, costs in enumerate(((("call", 4.0), ("out", 3.0)), (("out", 2.0),), ()), 1):
        store_match(app, "chiamata", match_id)
        figures = PlayerAccuracy(seat=0, name="Anna", accuracy=0.5, loss=1.0, choices=9, costs=costs)
        app.storage.get_repository().store_accuracies(match_id, MatchAccuracies(1, (figures,)))
    opened: list[tuple[str, str]] = []
    app.replace_routes(open_trainer=lambda game, kind: opened.append((game, kind)))
    statistics = open_statistics(app, "chiamata").statistics
    assert statistics is not None and statistics.costliest == MistakeKind("out", 2.5, 2)
    app.click_button("practice")
    assert opened == [("chiamata", "out")]


def test_trainer_is_offered_before_an_analysis_says_what_costs_most(app: AppDriver) -> None:
    store_match(app, "briscola", 1)
    open_statistics(app, "briscola")
    app.click_button("practice")
    app.expect_scene(TrainerScene)
