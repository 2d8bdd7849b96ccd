"""Undo, hint and claim in the window: by key, by button and by the narration alone."""

from __future__ import annotations

import re
from itertools import pairwise, product
from pathlib import Path
from typing import Final

import msgspec
import pygame
import pytest

from game.ai.client import JUDGE_FUNCTION
from game.ai.estimates import ExplainedEstimate
from game.core.actions import Play
from game.core.cards import ITALIAN_PACK, Card, parse_cards
from game.core.events import CardPlayed
from game.match.assistance import AssistanceOptions
from game.match.claims import find_claim
from game.match.match import Match
from game.match.observation import observe
from game.rules import GAMES
from game.rules.chiamata.events import CalledCardNamed
from game.rules.muscio.events import GattaShown
from game.session.messages import PlayCheck
from game.text.card_names import format_card_name
from game.text.first_notices import FIRST_NOTICES
from tests.fakes import FakeTextLog, judge_as_costly, make_match_setup
from tests.lanes import choose_sample
from tests.ui.app_driver import AppDriver, get_session, make_settings, open_table, open_test_app
from tests.ui.match_driver import find_match, play_until, resume_at, run_settling_frames
from tests.ui.table_driver import advance_to_turn, start_match_at_turn
from tests.ui.text_recorder import record_texts
from ui.app.settings import Settings
from ui.graphics.canvas import record_commands
from ui.table.animation.motion import make_banner
from ui.table.animation.playback import EventStep
from ui.table.hud.frame import make_table_frame
from ui.table.hud.hint_view import HintBar, describe_card_mark, describe_hint_measure, make_hint_bars
from ui.table.layout.cards import compute_card_poses
from ui.table.layout.hands import compute_visible_rects
from ui.table.layout.search import compute_table_layout
from ui.table.overlays.claim import ClaimOverlay
from ui.table.result.overlay import ResultOverlay
from ui.table.scene import TableScene
from ui.widgets.nodes import Image, Line, iter_leaves
from ui.widgets.toasts import layout_toasts

NOTE_SIZES: Final = ((960, 540), (1280, 720), (1366, 768), (1920, 1080))
NOTE_SCALES: Final = (0.75, 1.0, 1.25, 1.5, 2.0)
NOTE_TABLES: Final = (
    (2, 3),
    (2, 26),
    (3, 3),
    (3, 5),
    (3, 18),
    (4, 3),
    (4, 5),
    (4, 13),
    (5, 5),
    (5, 8),
    (5, 10),
    (6, 5),
)
"""The window sizes, the scales, and the numbers of seats and cards at which a note has words."""


@pytest.fixture
def app_settings() -> Settings:
    return make_settings(speed=0.0)


def request_hint(app: AppDriver, scene: TableScene) -> None:
    app.press_key(pygame.K_h)
    app.advance_until(lambda: get_session(scene).hint.estimates is not None)
    app.advance_frame()


def is_at_final_layout(scene: TableScene) -> bool:
    return scene.card_poses == compute_card_poses(scene.session.observation.board, scene.layout)


# -- undo ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["key", "button", "pause"])
def test_undo_restores_the_table(app: AppDriver, narration_log: FakeTextLog, way: str) -> None:
    scene = start_match_at_turn(app)
    before, story = scene.session.observation, scene.session.view.events
    app.press_key(pygame.K_1)
    advance_to_turn(app)
    assert scene.session.observation != before
    if way == "key":
        app.press_key(pygame.K_u)
    elif way == "button":
        app.click_button("undo")
    else:
        app.press_key(pygame.K_ESCAPE)
        app.click_button("undo")
    app.advance_until(lambda: scene.session.observation == before)
    app.advance_frame()
    assert scene.session.view.events == story
    assert scene.session.is_your_turn
    assert is_at_final_layout(scene)
    assert not scene.playback.pending_steps
    assert "Move undone." in narration_log.take_lines()


def test_undo_during_animation_leaves_no_trace(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    app.context.apply_settings(make_settings(speed=1.0))
    before = scene.session.observation
    app.press_key(pygame.K_1)
    app.advance_until(lambda: bool(scene.playback.pending_steps))
    scene.assistance.undo()
    app.advance_until(lambda: scene.session.observation == before)
    app.advance_frame()
    assert not scene.playback.pending_steps and scene.board == before.board


def test_hint_looks_disabled_in_the_picture_of_the_table_below_a_result(app: AppDriver) -> None:
    def is_last_card(match: Match) -> bool:
        return match.turn == 0 and sum(map(len, observe(match, 0).board.hands)) == 1

    resume_at(app, find_match("briscola", 2, is_last_card))
    hint = app.get_button("hint")
    rect, usable_picture = pygame.Rect(hint.get_abs_rect()), pygame.image.tobytes(hint.image, "RGBA")
    app.press_key(pygame.K_1)
    app.advance_until(lambda: isinstance(app.context.scenes.top, ResultOverlay))
    commands = record_commands(app.context.size, app.context.scenes.top.draw)
    (picture,) = [command.source for command in commands if command.area == rect and command.source is not None]
    assert pygame.image.tobytes(picture, "RGBA") != usable_picture


# -- checked plays ---------------------------------------------------------------------------------


def test_costly_play_is_told_once_and_left_or_taken_back(app: AppDriver, narration_log: FakeTextLog) -> None:
    app.context.apply_settings(make_settings(speed=0.0, check_plays=True))
    scene = start_match_at_turn(app)
    before = scene.session.observation
    app.player_worker.replacements[JUDGE_FUNCTION] = judge_as_costly
    for widget_id in ("check-undo", "check-leave"):
        card = scene.hand[0]
        app.press_key(pygame.K_1)
        app.advance_until(lambda: "check-undo" in app.widget_ids)
        lines = narration_log.take_lines()
        question = f"Sure about {format_card_name(card):the}?"
        assert lines.count(question) == 1 and any(" was safer" in line for line in lines)
        assert not scene.check_note.rect.collidelistall([scene.layout.hand_rect, scene.layout.prompt_rect])
        app.click_button(widget_id)
        app.advance_until(lambda: "check-undo" not in app.widget_ids)
        if widget_id == "check-undo":
            app.advance_until(lambda: scene.session.observation == before)
    advance_to_turn(app)
    assert scene.session.observation != before and question not in narration_log.take_lines()


@pytest.mark.nightly
def test_note_on_a_costly_play_has_its_words_beside_its_buttons_at_every_table(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    observation = scene.session.observation
    scene.session.check = PlayCheck(next(iter(judge_as_costly(observation).values())).judgment, is_in_time=True)
    scene.session.status = msgspec.structs.replace(scene.session.status, undo_refusal_reason=None)
    tables = choose_sample([*product(NOTE_SIZES, NOTE_SCALES, NOTE_TABLES, (False, True))], 5)
    for size, scale, (seats, hand_size), has_chat in tables:
        scene.layout = compute_table_layout(size, seats, 0, True, scale, hand_size=hand_size, has_chat=has_chat)
        app.context.kept.clear()
        with record_texts() as recorder:
            record_commands(size, scene.check_note.draw)
        words = " ".join(text for _image, text in recorder.pictures.values())
        has_reason = "lowers the chance" in words
        assert "safer" in words and (scale > 1 or has_chat or has_reason), (size, scale, seats, hand_size)
        rect, parts = scene.check_note.rect, [scene.layout.hand_rect, scene.layout.prompt_rect, scene.layout.tray_rect]
        assert not rect.collidelistall(parts) and rect.height > scene.layout.px(80)
        assert scale > 1 or not rect.colliderect(scene.toast_rect), "a toast covers the note"
        (card,) = scene.layout.list_trick_rects([0])
        assert not rect.colliderect(card) or (seats == 3 and has_chat), "the note covers the card that was played"


def test_costly_play_that_ends_the_trick_has_no_marks_and_is_taken_back(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    while not scene.board.trick:
        app.press_key(pygame.K_1)
        advance_to_turn(app)
    before = scene.session.observation
    app.context.apply_settings(make_settings(speed=0.0, check_plays=True))
    app.player_worker.replacements[JUDGE_FUNCTION] = judge_as_costly
    app.press_key(pygame.K_1)
    app.advance_until(lambda: "check-leave" in app.widget_ids)
    assert not record_commands(app.context.size, scene.check_note.draw_marks)
    app.click_button("check-undo")
    app.advance_until(lambda: scene.session.observation == before)
    app.advance_until(lambda: "check-leave" not in app.widget_ids)


def test_others_wait_and_the_words_stay_after_a_hint_was_shown(app: AppDriver) -> None:
    """Check that a costly lead in Spades, whose table has no room beside the trick, keeps its note."""
    scene = open_table(app, make_match_setup("you club club club", game="spades"))
    play_until(app, lambda table: table.session.is_your_turn and not table.offered_actions)
    request_hint(app, scene)
    app.context.apply_settings(make_settings(speed=0.0, check_plays=True))
    app.player_worker.replacements[JUDGE_FUNCTION] = judge_as_costly
    scene.act(scene.session.observation.legal_actions[0])
    app.advance_until(lambda: "check-undo" in app.widget_ids)
    known = scene.session.observation
    for _frame in range(50):
        app.advance_frame()
    assert scene.session.observation == known and not scene.can_play_on
    with record_texts() as recorder:
        record_commands(app.context.size, scene.check_note.draw)
    assert any("safer" in text for _image, text in recorder.pictures.values())


def test_beginner_is_asked_once_whether_their_plays_are_checked(app: AppDriver, narration_log: FakeTextLog) -> None:
    app.context.apply_settings(make_settings(speed=0.0))
    for kinds, is_offered in (("you club", False), ("you you", False), ("you novice", True), ("you beginner", False)):
        start_match_at_turn(app, kinds)
        assert ("check-on" in app.widget_ids) == is_offered
        assert narration_log.take_lines().count(FIRST_NOTICES["check_plays"]) == is_offered
        if is_offered:
            scene = app.table_scene
            app.context.notify("Anna is watching.")
            app.advance_frame()
            (toast,) = layout_toasts(app.context, app.context.shown_notices)
            assert not toast.rect.colliderect(scene.check_note.rect), "the toast covers the question"
            request_hint(app, scene)
            area, parts = scene.assistance.text_area, scene.layout.list_parts(range(2))
            toasts = (toast.rect for toast in layout_toasts(app.context, app.context.shown_notices))
            assert not area.collidelistall([*parts, *scene.list_note_rects(), *toasts]), (
                "the hint or a toast covers text"
            )
            app.advance_frame()
            assert scene.check_note.rect.contains(app.get_widget("check-on").get_abs_rect()), "the words have changed"
            app.press_key(pygame.K_ESCAPE)
            app.click_button("check-off")
            app.advance_frame()
        assert "check-on" not in app.widget_ids and app.context.scenes.top is app.table_scene
    assert not app.context.settings.check_plays


def test_escape_opens_the_pause_beside_the_question_about_checks_which_stays(app: AppDriver) -> None:
    app.context.apply_settings(make_settings(speed=0.0))
    scene = start_match_at_turn(app, "you novice")
    app.press_key(pygame.K_ESCAPE)
    assert app.context.scenes.top is not scene
    app.press_key(pygame.K_ESCAPE)
    assert app.context.scenes.top is scene
    app.advance_frame()
    assert "check-on" in app.widget_ids


def test_one_click_switches_the_checks_on(app: AppDriver) -> None:
    scene = start_match_at_turn(app, "you beginner")
    assert not scene.check_note.rect.collidelistall([scene.layout.hand_rect, scene.layout.prompt_rect])
    assert "checked" not in scene.view_model.title
    app.click_button("check-on")
    app.advance_frame()
    assert app.context.settings.check_plays and "check-on" not in app.widget_ids
    assert "plays checked" in scene.view_model.title
    assert "checked" not in start_match_at_turn(app, "you you").view_model.title


# -- hints -----------------------------------------------------------------------------------------


ASSISTED_LINE = FIRST_NOTICES["assistance"]


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("game", GAMES)
def test_table_of_each_game_says_that_the_match_is_assisted(tmp_path: Path, game: str, size: tuple[int, int]) -> None:
    kinds = " ".join(["you", *["club"] * (GAMES[game].proposed_seat_count - 1)])
    with open_test_app(tmp_path, size=size) as app:
        scene = open_table(app, make_match_setup(kinds, game=game))
        scene.session.status = msgspec.structs.replace(scene.session.status, is_assisted=True)
        with record_texts() as recorder:
            record_commands(size, scene.draw)
        words = " ".join(text for _image, text in recorder.pictures.values())
        assert "assisted" in words and GAMES[game].title in words


def test_hint_bars_show_win_probability_or_expected_value() -> None:
    def make_estimate(card: str, worth: float, win: float | None) -> ExplainedEstimate:
        return ExplainedEstimate(
            action=Play(0, Card(card)), value=worth, standard_error=0.1, win_probability=win, reasons=()
        )

    likely_to_win = [make_estimate("Ad", 3.0, 0.8), make_estimate("2d", 1.0, 0.4)]
    won = make_hint_bars(likely_to_win, "spades")
    assert describe_hint_measure(likely_to_win, "spades") == "Chance of making the bid"
    assert [(bar.share, bar.text, bar.is_best) for bar in won.values()] == [(0.8, "80%", True), (0.4, "40%", False)]
    safe_bid = [make_estimate("Ad", 3.0, 0.5), make_estimate("2d", 2.0, 0.9), make_estimate("4d", 1.0, 1.0)]
    bars = make_hint_bars(safe_bid, "spades").values()
    assert [(bar.share, bar.text) for bar in bars] == [(1.0, ""), (0.5, "−1"), (0.06, "−2")]
    assert [bar.text for bar in make_hint_bars(safe_bid, "briscola").values()] == [""] * 3
    assert describe_hint_measure(safe_bid, "spades") == "Points compared with the best choice"
    lost = make_hint_bars(
        [make_estimate("Ad", 3.0, 0.0), make_estimate("2d", 2.96, 0.0), make_estimate("4d", 1.0, 0.001)], "spades"
    )
    assert [(bar.share, bar.text) for bar in lost.values()] == [(1.0, ""), (0.98, "="), (0.06, "−2")]
    equal = make_hint_bars([make_estimate("Ad", 3.0, 0.0), make_estimate("2d", 2.96, 0.0)], "spades")
    assert [(bar.share, bar.text) for bar in equal.values()] == [(1.0, ""), (1.0, "")]
    unknown = [make_estimate("Ad", 3.0, 0.5), make_estimate("2d", 1.0, None)]
    assert [bar.text for bar in make_hint_bars(unknown, "briscola").values()] == ["", ""]


def test_hint_in_an_auction_says_its_reason_rather_than_the_unit_of_its_figures(app: AppDriver) -> None:
    scene = open_table(app, make_match_setup("you club club club club", game="chiamata"))
    play_until(app, lambda table: table.session.is_your_turn)
    request_hint(app, scene)
    assert "card points" in scene.assistance.get_hint_text(scene.assistance.text_area)


def test_hint_shows_and_narrates_a_bar_for_every_playable_card(app: AppDriver, narration_log: FakeTextLog) -> None:
    scene = start_match_at_turn(app)
    narration_log.take_lines()
    request_hint(app, scene)
    bars = make_hint_bars(get_session(scene).hint.estimates or (), "briscola")
    assert bars.keys() == {Play(0, card) for card in scene.hand} and sum(bar.is_best for bar in bars.values()) == 1
    lines = narration_log.take_lines()
    assert "Hint, best move first:" in lines
    sentence, measure = scene.assistance.get_hint_text(scene.assistance.text_area).split("\n")
    assert sentence in " ".join(lines) and re.fullmatch(r"Chance of winning the deal: \d+%", measure)


@pytest.mark.parametrize("game", GAMES)
def test_hint_for_the_first_card_after_the_choices_before_it_is_narrated(
    app: AppDriver, game: str, narration_log: FakeTextLog
) -> None:
    scene = start_match_at_turn(app, "you club club club club", game=game)
    is_card_play = False
    while not is_card_play:
        phase = scene.observation.phase
        is_card_play = phase is not None and phase.is_card_play
        request_hint(app, scene)
        assert any(line.startswith("Hint") for line in narration_log.take_lines())
        if not is_card_play:
            scene.act(scene.observation.legal_actions[0])
            advance_to_turn(app)


def test_first_help_in_the_life_of_a_profile_is_explained_once(app: AppDriver, narration_log: FakeTextLog) -> None:
    told = list[int]()
    for name, kind in (("Anna", "undo"), ("Anna", "hint"), ("Bea", "hint"), ("Bea", "undo"), ("Anna", "undo")):
        scene = start_match_at_turn(app, names=(name, "Bruno"))
        app.context.reload_profiles()
        run_settling_frames(app)
        narration_log.take_lines()
        if kind == "undo":
            app.press_key(pygame.K_1)
            advance_to_turn(app)
            app.press_key(pygame.K_u)
            app.advance_until(lambda: get_session(app.table_scene).status.is_assisted)
        else:
            request_hint(app, scene)
        run_settling_frames(app)
        assert app.context.scenes.top is scene
        told.append(narration_log.take_lines().count(ASSISTED_LINE))
    assert told == [1, 0, 1, 0, 0]
    profiles = app.storage.get_repository().list_profiles()
    assert {"Anna", "Bea"} <= {profile.name for profile in profiles if "assistance" in profile.told_notices}


def test_words_of_muscio_are_explained_when_they_first_appear(app: AppDriver, narration_log: FakeTextLog) -> None:
    told = list[int]()
    for _match in range(2):
        scene = start_match_at_turn(app, "you club club", game="muscio")
        gatta = GattaShown(1, parse_cards("Ah Kh Qh 2h 3h"), 5)
        scene.begin_beat(EventStep(gatta, scene.board, scene.board, scene.observation))
        told.append(narration_log.take_lines().count(FIRST_NOTICES["gatta"]))
    assert told == [1, 0]


@pytest.mark.parametrize("seat", [0, 1])
def test_first_card_that_is_played_face_down_is_explained_once(
    app: AppDriver, narration_log: FakeTextLog, seat: int
) -> None:
    scene = start_match_at_turn(app, "you club club", game="muscio")
    lines = list[int]()
    for is_face_down in (False, True, True):
        event = CardPlayed(seat, Card("Ah"), is_face_down)
        scene.begin_beat(EventStep(event, scene.board, scene.board, scene.observation))
        lines.append(narration_log.take_lines().count(FIRST_NOTICES["face_down"]))
    assert lines == [0, 1, 0]


def test_marks_of_the_partner_are_explained_once_to_a_person_who_does_not_hold_the_called_card(
    app: AppDriver, narration_log: FakeTextLog
) -> None:
    told = list[int]()
    for kinds in ("you you club club club", "you club club club club", "you club club club club"):
        scene = start_match_at_turn(app, kinds, game="chiamata")
        for card in (scene.hand[0], next(card for card in ITALIAN_PACK if card not in scene.hand)):
            step = EventStep(CalledCardNamed(1, card), scene.board, scene.board, scene.observation)
            scene.begin_beat(step)
            told.append(narration_log.take_lines().count(FIRST_NOTICES["partner_marks"]))
    assert told == [0, 0, 0, 1, 0, 0]


def test_secret_partner_sees_a_banner_and_is_told_the_rule_once_but_not_at_a_shared_screen(
    app: AppDriver, narration_log: FakeTextLog
) -> None:
    told, banners = list[int](), list[str]()
    for kinds in ("you you club club club", "you club club club club", "you club club club club"):
        scene = start_match_at_turn(app, kinds, game="chiamata")
        seat = scene.session.observation.seat
        assert seat is not None
        for caller in (seat, (seat + 1) % 5):
            named = CalledCardNamed(caller, scene.hand[0])
            step = EventStep(named, scene.board, scene.board, scene.observation)
            scene.begin_beat(step)
            banner = make_banner(scene, step)
            banners.append("" if banner is None else banner.title)
        told.append(narration_log.take_lines().count(FIRST_NOTICES["secret_partner"]))
    assert told == [0, 1, 0]
    assert banners == ["", "", *(["", "You're the secret partner!"] * 2)]


@pytest.mark.parametrize(
    ("size", "scale", "kinds"),
    [((960, 540), 2.0, "you club"), ((960, 540), 1.0, "you club club"), ((1920, 1080), 2.0, "you club club")],
)
def test_hint_marks_stay_on_their_cards(tmp_path: Path, size: tuple[int, int], scale: float, kinds: str) -> None:
    """Check that stars and figures are on the visible part of their card, and bars of the same width above it."""
    with open_test_app(tmp_path, size=size, settings=make_settings(speed=0.0, scale=scale)) as app:
        scene = start_match_at_turn(app, kinds, game="spades")
        shown = scene.assistance.poses(scene.layout, scene.hand)
        frame, bar = make_table_frame(app.context, scene.layout), HintBar(0.5, "50 %", is_best=True)
        rects, rows = compute_visible_rects([pose for _card, pose in shown]), list[pygame.Rect]()
        for (_card, pose), rect in zip(shown, rects, strict=True):
            mark = describe_card_mark(bar, rect.width / frame.place.scale, has_bar=True)
            leaves = list(iter_leaves(mark, frame, rect))
            rows.append(leaves[0][1])
            assert not rows[-1].colliderect(rect)
            for leaf, place in leaves:
                assert not isinstance(leaf, Image | Line) or abs(place.centerx - pose.x) <= pose.width / 2
        assert len(rows) == len(scene.hand) and len({row.size for row in rows}) == 1
        assert not any(row.colliderect(next_row) for row, next_row in pairwise(rows))


@pytest.mark.slow
def test_escape_closes_hint_before_pausing_and_playing_closes_it(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    app.player_worker.is_paused = True
    app.press_key(pygame.K_h)
    app.advance_frame()
    assert get_session(scene).hint.is_pending
    assert scene.is_busy
    app.press_key(pygame.K_ESCAPE)
    assert not get_session(scene).hint.is_pending
    assert app.context.scenes.top is scene
    app.player_worker.is_paused = False
    request_hint(app, scene)
    app.press_key(pygame.K_h)
    assert get_session(scene).hint.estimates is None
    request_hint(app, scene)
    app.press_key(pygame.K_1)
    advance_to_turn(app)
    assert get_session(scene).hint.estimates is None


@pytest.mark.parametrize("off", ["undo", "hints"])
def test_table_without_assistance_shows_no_button_and_gives_reason(
    app: AppDriver, narration_log: FakeTextLog, off: str
) -> None:
    options = AssistanceOptions(undo=off != "undo", hints=off != "hints")
    scene = open_table(app, msgspec.structs.replace(make_match_setup("you club"), assistance=options))
    advance_to_turn(app)
    app.press_key(pygame.K_1)
    advance_to_turn(app)
    narration_log.take_lines()
    widget_id, key = ("undo", pygame.K_u) if off == "undo" else ("hint", pygame.K_h)
    assert widget_id not in app.widget_ids
    app.press_key(key)
    assert any(line.endswith("at this table.") for line in narration_log.take_lines())
    assert not get_session(scene).status.is_assisted


# -- claims ----------------------------------------------------------------------------------------


def test_claim_can_be_declined(app: AppDriver) -> None:
    record = find_match("spades", 3, lambda match: match.turn == 0 and find_claim(observe(match, 0)) is not None)
    scene = resume_at(app, record)
    before = scene.session.observation
    app.click_button("claim")
    app.expect_scene(ClaimOverlay)
    app.press_key(pygame.K_ESCAPE)
    app.advance_frame()
    assert app.context.scenes.top is scene and scene.session.is_your_turn and scene.session.observation == before
