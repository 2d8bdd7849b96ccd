"""The result of a deal and of a match fits every window, and shows only what its viewer may know."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial
from itertools import pairwise, product
from pathlib import Path
from random import Random
from unittest.mock import patch

import msgspec
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.cards import parse_cards
from game.core.events import DealerDrawn
from game.match.match import Match
from game.match.observation import Transition, observe
from game.match.record import Record
from game.rules import GAMES
from game.text.gettext import use_language
from game.text.results import compute_ranks, format_fraction
from tests.fakes import make_match_setup
from tests.game.rules.muscio.deals import apply_phrases, deal_muscio
from tests.helpers import PLAYER_NAMES, TableSetup, iter_tables, make_match
from tests.lanes import choose_sample, long_test
from tests.rows import check_rows
from tests.twin_deals import list_observers, make_twin_moments, play_long_deal
from tests.ui.app_driver import AppDriver, make_settings, open_table, open_test_app
from tests.ui.banner_examples import BANNER_KINDS, find_match_before, is_banner_shown, is_banner_shown_for, start_banner
from tests.ui.fake_analysis import use_fake_analysis
from tests.ui.match_driver import (
    expect_deal_result,
    expect_match_result,
    find_match,
    play_until,
    resume_at,
    run_settling_frames,
)
from tests.ui.scene_checks import find_place_faults, find_text_faults
from tests.ui.scene_registry.long_pages import LONG_NAMES
from tests.ui.text_recorder import record_texts
from ui.app.settings import Language
from ui.games import get_presentation
from ui.graphics import timings
from ui.graphics.line_chart import spread_labels
from ui.scenes.dialogs.box import ConfirmDialog
from ui.scenes.main_menu.scene import MainMenuScene
from ui.table.animation.playback import split_transition
from ui.table.overlays.base import Overlay
from ui.table.overlays.score_table import ScorePadOverlay
from ui.table.result.details import DetailsOverlay
from ui.table.result.overlay import ResultOverlay
from ui.table.scene import TableScene

LOOKS: tuple[tuple[tuple[int, int], float, Language], ...] = (
    ((960, 540), 2.0, "fr"), ((1280, 720), 2.0, "it"), ((1920, 1080), 0.75, "en"),
)  # fmt: skip
PRESET_TABLES = [table for table in iter_tables() if not table.changes]


def set_long_names(record: Record) -> Record:
    return msgspec.structs.replace(record, names=LONG_NAMES[: len(record.names)])


def is_scored(match: Match) -> bool:
    return match.phase is not None and match.phase.result is not None and match.phase.result.state == "scored"


@cache
def find_ended_match(game: str, seats: int, *, of_match: bool) -> Record:
    """Return a match at its end, or at the end of a deal that was played."""
    return find_match(game, seats, (lambda match: match.is_over) if of_match else is_scored, deals=300)


@long_test
@check_rows(("size", "scale", "language"), choose_sample(LOOKS, 4))
def test_result_and_score_pad_fit_every_window_with_longest_names(
    tmp_path: Path, size: tuple[int, int], scale: float, language: Language
) -> None:
    turn, settings = LOOKS.index((size, scale, language)), make_settings(scale=scale, language=language)
    tables = [(game.id, seats) for game in GAMES.values() for seats in {game.seat_counts[0], game.seat_counts[-1]}]
    with (
        use_language(language),
        open_test_app(tmp_path, size=size, settings=settings) as app,
        record_texts() as recorder,
    ):
        for index, (game, seats) in choose_sample([*enumerate(tables)], 2):
            table = resume_at(app, set_long_names(find_ended_match(game, seats, of_match=(index + turn) % 2 == 0)))
            pages: list[Overlay] = [app.expect_scene(ResultOverlay)]
            if table.session.observation.is_over:
                app.click_menu_entry("more", "show-details")
                pages.append(app.expect_scene(DetailsOverlay))
            pages.append(ScorePadOverlay(table))
            for page in pages:
                app.context.scenes.replace(page)
                app.advance_frame()
                assert [*find_text_faults(app, recorder), *find_place_faults(app, page)] == []


@given(st.lists(st.floats(0, 300), min_size=2, max_size=6))
def test_line_end_names_never_overlap(wanted_positions: list[float]) -> None:
    places = sorted(spread_labels(wanted_positions, 20, 0, 300))
    assert all(next_position - position >= 19.99 for position, next_position in pairwise(places))
    assert places[0] >= -0.01 and places[-1] <= 300.01


@pytest.mark.slow
@pytest.mark.parametrize("table", PRESET_TABLES, ids=str)
def test_podium_shows_winners_first_and_equal_totals_on_one_step(table: TableSetup) -> None:
    game, seats = table.game, table.seats
    match = find_ended_match(game, seats, of_match=True).replay()
    view, down = observe(match, 0), GAMES[game].is_lower_total_better
    steps = compute_ranks(view, down)
    assert steps[0] == view.winners
    assert sorted(seat for step in steps for seat in step) == list(range(seats))
    levels = [{view.totals[seat] for seat in step} for step in steps[1:]]
    assert all(len(level) == 1 for level in levels)
    order = [next(iter(level)) for level in levels]
    assert order == sorted(order, reverse=not down)


@pytest.mark.nightly
@check_rows("table", choose_sample(PRESET_TABLES, 3))
def test_deal_ending_shows_the_same_in_twin_deals(table: TableSetup) -> None:
    face, rng = get_presentation(table.game), Random(3)
    moments = play_long_deal(table)
    names = PLAYER_NAMES[: moments[0].match.seats]
    for seat in list_observers(moments[0].match):
        for until in (len(moments) // 2, len(moments) - 1):
            for own_step, twin_step in zip(moments, make_twin_moments(moments, seat, until, rng), strict=False):
                shown = []
                for step in (own_step, twin_step):
                    earlier, after = observe(step.match_before, seat), observe(step.match, seat)
                    seen = Transition(earlier, after, tuple(event.seen_by(seat) for event in step.events))
                    large = [face.make_banner(shown_step, names, seat) for shown_step in split_transition(seen)]
                    shown.append((face.format_headline(after, names), face.summarize_sides(after), large))
                assert shown[0] == shown[1]


@check_rows(
    ("game", "preset", "scores", "points", "headline"),
    [
        ("spades", "partners", (62, 51, 62, 51), (3, 3, 4, 3), "You win the deal"),
        ("spades", "partners", (-110, -160, -110, -160), (3, 3, 4, 3), "You lose the fewest points"),
        ("spades", "partners", (-160, -110, -160, -110), (3, 3, 4, 3), "Fewest points lost: Bruno and Dino"),
        ("spades", "partners", (0, -110, 0, -110), (3, 3, 4, 3), "Nobody wins the deal"),
        ("spades", "partners", (62, 62, 62, 62), (3, 3, 4, 3), "The deal is a tie"),
        ("spades", "individual", (41, 41, -40, 41), (4, 4, 1, 4), "You share the win with Bruno and Dino"),
        ("spades", "individual", (-30, -20, -40, -50), (3, 3, 4, 3), "Fewest points lost: Bruno"),
        ("spades", "individual", (0, 0, 0, 0), (3, 3, 4, 3), "The deal is a tie"),
        ("briscola", "classic", (0, 0), (60, 60), "The deal is a tie"),
        ("briscola", "classic", (0, 0, 0), (45, 30, 45), "Nobody wins the deal"),
        ("briscola", "classic", (0, 1, 0), (45, 46, 29), "Bruno wins the deal with the most points: 46"),
        ("muscio", "gattorna", (-2, 5, -3), (2, 0, 3), "Carla wins the deal"),
    ],
)
def test_headline_of_deal_says_what_its_scores_are(
    game: str, preset: str, scores: tuple[int, ...], points: tuple[int, ...], headline: str
) -> None:
    deal = observe(find_match(game, len(scores), is_scored, preset=preset).replay(), 0)
    assert deal.result is not None
    result = msgspec.structs.replace(deal.result, scores=scores, points=points)
    observation = msgspec.structs.replace(deal, result=result)
    assert get_presentation(game).format_headline(observation, PLAYER_NAMES[: len(scores)], 0) == headline


@check_rows(
    "preset, seats, variant", [("individual", 2, ""), ("individual", 4, "no partners"), ("partners", 4, "in pairs")]
)
def test_table_of_spades_says_who_plays_together(preset: str, seats: int, variant: str) -> None:
    observation = observe(make_match("spades", preset, seats=seats), 0)
    assert get_presentation("spades").describe_variant(observation) == variant


def test_banner_of_a_gatta_addresses_its_player_as_you() -> None:
    kind, addressed_seats = BANNER_KINDS["gatta"], set[int]()
    moment, face, names = find_match_before(kind)[1], get_presentation(kind.game), PLAYER_NAMES[: kind.seats]
    for you, event in product(range(kind.seats), moment.events):
        seen = Transition(observe(moment.match_before, you), observe(moment.match, you), (event.seen_by(you),))
        own, to_all = (face.make_banner(split_transition(seen)[0], names, seat) for seat in (you, None))
        if own is not None and to_all is not None and own.seats == (you,):
            addressed_seats.add(you)
            assert "you" in own.text.lower() and names[you] not in own.text and names[you] in to_all.text
        else:
            assert own == to_all
    assert len(addressed_seats) == 1


@check_rows(
    ("hands", "said", "seat", "has_turned_card"),
    [
        (("As", "Ks", "Qs", "Ad Kd Qd Jd 7d"), "in in pass in", 3, True),
        (("As", "Ks", "Qs", "Ad Kd Qd Jd 7c"), "in in pass in", 3, True),
        (("As", "Ks", "Qs", "Ah Kh Qh Jh 7h"), "in in pass in", 3, False),
        (("Ad Kd Qd Jd 7d", "Ks", "Qs", "As"), "in in pass in", 0, False),
    ],
)
def test_gatta_is_shown_with_the_turned_card_that_counts(
    hands: tuple[str, ...], said: str, seat: int, has_turned_card: bool
) -> None:
    view = observe(apply_phrases(deal_muscio("2d", *hands), *said.split()), 1)
    hand = view.board.hands[seat]
    expected_cards = (*hand, *parse_cards("2d")) if has_turned_card else hand
    assert get_presentation("muscio").list_shown_cards(view, seat, hand) == expected_cards


@pytest.mark.slow
@pytest.mark.parametrize("name", BANNER_KINDS)
def test_banner_keeps_its_time_unless_a_key_closes_it(app: AppDriver, name: str) -> None:
    """Check also that it keeps its time without people in play, although other events are faster then."""
    app.skips_painting = True
    scene = start_banner(app, BANNER_KINDS[name])
    app.advance_until(lambda: is_banner_shown(scene))
    app.press_key(pygame.K_SPACE)
    assert not scene.playback.pending_steps, "a key closes it"
    scene = start_banner(app, BANNER_KINDS[name])
    app.advance_until(lambda: is_banner_shown(scene))
    for _frame in range(round(timings.BANNER_SHOWN_S * 0.9 / 0.05)):
        app.advance_frame(0.05)
    assert is_banner_shown(scene)
    app.advance_until(lambda: not is_banner_shown(scene))


def test_no_banner_is_shown_without_animations(tmp_path: Path) -> None:
    with open_test_app(tmp_path, settings=make_settings(speed=0.0)) as app:
        scene = start_banner(app, BANNER_KINDS["gatta"])
        app.advance_frame()
        assert not scene.playback.pending_steps


@pytest.mark.slow
def test_banner_appears_at_once_with_reduced_motion(tmp_path: Path) -> None:
    pictures = []
    for reduced in (False, True):
        with open_test_app(tmp_path / str(reduced), settings=make_settings(reduced_motion=reduced)) as app:
            scene = start_banner(app, BANNER_KINDS["solo"])
            app.advance_until(partial(is_banner_shown, scene))
            app.repaint()
            first = app.surface.copy()
            app.advance_until(partial(is_banner_shown_for, scene, 1.0))
            app.repaint()
            middle = (640, 330)
            pictures.append(first.get_at(middle) == app.surface.get_at(middle))
    assert pictures == [False, True]


# -- after the match -------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("has_swapped_seats", [False, True])
def test_rematch_keeps_the_players_and_moves_the_dealer_or_draws_for_new_seats(
    app: AppDriver, has_swapped_seats: bool
) -> None:
    old = open_table(app, make_match_setup("you club club", deals_to_win=1))
    play_until(
        app, lambda table: isinstance(app.context.scenes.top, ResultOverlay) and table.session.observation.is_over
    )
    last_dealer = app.storage.load_record().deals[-1].dealer
    if has_swapped_seats:
        app.click_menu_entry("more", "swap-seats")
    else:
        app.click_button("play-again")
    app.advance_until(lambda: app.context.scenes.top is not old and isinstance(app.context.scenes.top, TableScene))
    new = app.table_scene
    assert sorted(new.session.info.players, key=str) == sorted(old.session.info.players, key=str)
    assert (new.session.info.players == old.session.info.players) is not has_swapped_seats
    assert new.observation.options == old.observation.options and not new.observation.results
    app.advance_until(lambda: bool(new.playback.pending_steps))
    assert isinstance(new.playback.pending_steps[0].event, DealerDrawn) is has_swapped_seats
    app.advance_until(lambda: new.observation.phase is not None)
    assert has_swapped_seats or new.observation.dealer == (last_dealer + 1) % 3


@pytest.mark.slow
@pytest.mark.parametrize("is_match_over", [False, True])
def test_escape_on_a_result_asks_before_leaving(app: AppDriver, is_match_over: bool) -> None:
    resume_at(app, find_ended_match("briscola", 2, of_match=is_match_over))
    app.press_key(pygame.K_ESCAPE)
    app.expect_scene(ConfirmDialog)
    app.press_key(pygame.K_ESCAPE)
    app.expect_scene(ResultOverlay)
    app.press_key(pygame.K_ESCAPE)
    app.click_button("confirm")
    app.expect_scene(MainMenuScene)


@pytest.mark.parametrize("is_match_over", [False, True])
def test_result_takes_no_press_in_its_first_moment(app: AppDriver, is_match_over: bool) -> None:
    table = resume_at(app, find_ended_match("briscola", 2, of_match=is_match_over))
    result = app.show_over(type(app.expect_scene(ResultOverlay))(table))
    button = result.focus.default_button
    assert button is not None
    position = button.get_abs_rect().center
    app.post_event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        app.post_event(kind, pos=position, button=1, touch=False)
    run_settling_frames(app)
    assert app.context.scenes.top is result
    app.click(position)
    app.advance_frame()
    assert app.context.scenes.top is not result


# -- the sheet and the page ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "seats"), [("briscola", 2), ("briscola", 4), ("chiamata", 5), ("spades", 5), ("muscio", 6)]
)
def test_deal_result_fits_without_scrolling_until_details_are_opened(app: AppDriver, game: str, seats: int) -> None:
    resume_at(app, set_long_names(find_ended_match(game, seats, of_match=False)))
    result = expect_deal_result(app)
    (scroll,) = result.scroll_areas.values()
    assert scroll.max_offset == 0
    app.click_button("details")
    (scroll,) = result.scroll_areas.values()
    assert scroll.max_offset > 0
    app.click_button("details")
    (scroll,) = result.scroll_areas.values()
    assert scroll.max_offset == 0


@pytest.mark.parametrize("way", ["replay", "analyze"])
def test_finished_deals_can_be_looked_at_between_deals(app: AppDriver, way: str) -> None:
    use_fake_analysis(app)
    resume_at(app, find_ended_match("briscola", 2, of_match=False))
    result = expect_deal_result(app)
    if way == "analyze":
        app.click_button("analyze")
    else:
        app.click_menu_entry("more", way)
    app.advance_until(lambda: app.context.scenes.top is not result)
    app.advance_until(lambda: not app.context.scenes.top.is_busy)
    app.press_key(pygame.K_ESCAPE)
    expect_deal_result(app)


@pytest.mark.parametrize("is_reduced", [False, True])
def test_only_a_won_match_is_celebrated_until_a_click_or_some_time(tmp_path: Path, is_reduced: bool) -> None:
    won = find_match("briscola", 2, lambda match: match.is_over and 0 in match.standing.winners, deals=9)
    lost = find_match("briscola", 2, lambda match: match.is_over and 1 in match.standing.winners, deals=9)
    with open_test_app(tmp_path, settings=make_settings(reduced_motion=is_reduced)) as app:
        for record, is_clicked in ((won, True), (won, False), (lost, False)):
            resume_at(app, record)
            page = expect_match_result(app)
            assert page.is_moving is (record is won and not is_reduced)
            if is_clicked:
                app.click((20, 20))
            else:
                app.advance_until(lambda: not expect_match_result(app).is_moving, 0.05, 40)
            assert not page.is_moving


@check_rows(
    ("share", "words"), [((52, 1), "52"), ((35, 2), "17 1/2"), ((1, 3), "1/3"), ((0, 1), "0"), ((-7, 2), "−3 1/2")]
)
def test_share_is_written_exactly(share: tuple[int, int], words: str) -> None:
    assert format_fraction(Fraction(*share)) == words


def is_won_by(seat: int, match: Match) -> bool:
    return is_scored(match) and match.results[-1].scores[seat] > 0


@pytest.mark.parametrize("is_reduced", [False, True])
def test_only_a_won_deal_has_a_flourish_and_its_sound(tmp_path: Path, is_reduced: bool) -> None:
    with open_test_app(tmp_path, settings=make_settings(reduced_motion=is_reduced)) as app:
        for winner in (0, 1):
            resume_at(app, find_match("briscola", 2, partial(is_won_by, winner)))
            table, played = expect_deal_result(app).table, list[str]()
            with patch.object(app.context.audio, "play", played.append):
                overlay = ResultOverlay(table)
            assert (played == ["win"]) is (winner == 0)
            assert overlay.is_moving is (winner == 0 and not is_reduced)
            app.advance_until(lambda: not app.context.scenes.top.is_busy)
            assert not expect_deal_result(app).is_moving
