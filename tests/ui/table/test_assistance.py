"""Undo, hint and claim in the window: by key, by button and by the narration alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest

from game.ai.estimates import ExplainedEstimate
from game.core.actions import Action, Play
from game.core.cards import Card
from game.match.assistance import AssistanceOptions
from game.match.claims import find_claim
from game.match.match import Match
from game.match.observation import observe
from game.rules.spades.actions import Bid
from tests.fakes import FakeTextLog, make_match_setup
from tests.ui.app_driver import AppDriver, get_session, make_settings, open_table, open_test_app
from tests.ui.match_driver import find_match, play_until, resume_at, run_settling_frames
from tests.ui.table.narrated_tables import advance_to_turn
from ui.app.narrator import Narrator
from ui.app.settings import Settings
from ui.graphics.canvas import record_commands
from ui.scenes.main_menu.scene import MainMenuScene
from ui.table.controls import compute_tray_button_rects
from ui.table.hud.hint_view import HintBar, describe_hint_measure, make_hint_bars, place_bars_on_cards
from ui.table.layout.cards import compute_card_poses
from ui.table.overlays.claim import ClaimOverlay
from ui.table.overlays.score_pad import ScorePadOverlay
from ui.table.result.overlay import ResultOverlay
from ui.table.scene import TableScene
from ui.widgets.button import Button


@pytest.fixture
def app_settings() -> Settings:
    return make_settings(speed=0.0)


def start_match_at_turn(app: AppDriver, kinds: str = "you club", **options: Any) -> TableScene:
    """Return a table at a person's turn."""
    open_table(app, make_match_setup(kinds, **options))
    return advance_to_turn(app)


def request_hint(app: AppDriver, scene: TableScene) -> None:
    app.press_key(pygame.K_h)
    app.advance_until(lambda: get_session(scene).assistance.hint is not None)
    app.advance_frame()


def is_at_final_layout(scene: TableScene) -> bool:
    return scene.card_poses == compute_card_poses(scene.session.observation.board, scene.layout)


# -- undo ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["key", "button", "pause"])
def test_undo_restores_the_table(app: AppDriver, narration_log: FakeTextLog, way: str) -> None:
    scene = start_match_at_turn(app)
    before, story = scene.session.observation, scene.session.events
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
    assert scene.session.events == story
    assert scene.session.is_your_turn
    assert is_at_final_layout(scene)
    assert not scene.pending_steps
    assert "Move undone." in narration_log.take_lines()


def test_undo_during_animation_leaves_no_trace(tmp_path: Path) -> None:
    with open_test_app(tmp_path, settings=make_settings(speed=1.0)) as app:
        open_table(app, make_match_setup("you club"))
        scene = app.table_scene
        app.advance_until(
            lambda: (scene.skip_animations() and False) or (scene.session.is_your_turn and not scene.pending_steps)
        )
        app.advance_frame()
        before = scene.session.observation
        app.press_key(pygame.K_1)
        app.advance_until(lambda: bool(scene.pending_steps))
        scene.undo()
        app.advance_until(lambda: scene.session.observation == before)
        app.advance_frame()
        assert not scene.pending_steps
        assert scene.board == before.board


def test_undo_with_nothing_to_undo_is_refused_with_a_reason(app: AppDriver, narration_log: FakeTextLog) -> None:
    start_match_at_turn(app)
    app.click_button("undo")
    assert "You have no move to undo in this deal." in narration_log.take_lines()


def test_undo_and_hint_look_usable_only_when_they_are(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    undo, hint = (app.get_button(name) for name in ("undo", "hint"))
    assert isinstance(undo, Button) and isinstance(hint, Button)
    assert undo.is_dimmed and not hint.is_dimmed
    app.player_worker.is_paused = True
    app.press_key(pygame.K_1)
    app.advance_until(lambda: not scene.session.is_your_turn and not scene.pending_steps)
    app.advance_frame()
    assert hint.is_dimmed and not undo.is_dimmed


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


def test_assisted_match_is_marked_on_table_and_score_pad(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    plain = scene.presenter.view_model.title
    request_hint(app, scene)
    assert scene.presenter.view_model.title == f"{plain} · assisted"
    scene.overlays.open_score_pad()
    app.advance_frame()
    assert isinstance(app.context.scenes.top, ScorePadOverlay)


# -- hints -----------------------------------------------------------------------------------------


def test_hint_shows_and_narrates_a_bar_for_every_playable_card(app: AppDriver, narration_log: FakeTextLog) -> None:
    scene = start_match_at_turn(app)
    narration_log.take_lines()
    request_hint(app, scene)
    of = make_bars(scene)
    places = place_bars_on_cards(scene.assistance.poses(scene.layout, scene.hand), scene.layout)
    assert {card for card in places if Play(0, card) in of} == set(scene.hand)
    assert sum(bar.is_best for bar in of.values()) == 1
    lines = narration_log.take_lines()
    assert "Hint, best move first:" in lines
    sentence, measure = scene.assistance.get_hint_text(scene.layout).split("\n")
    assert sentence in " ".join(lines) and re.fullmatch(r"Chance of winning the deal: \d+%", measure)


ASSISTED_LINE = "Undo and hints mark a match: your statistics count it as assisted."


def use_assistance(app: AppDriver, scene: TableScene, kind: str) -> None:
    """Use a hint or undo by its key; nothing may open over the table."""
    if kind == "undo":
        app.press_key(pygame.K_1)
        advance_to_turn(app)
        before = scene.session.observation
        app.press_key(pygame.K_u)
        app.advance_until(lambda: scene.session.observation != before and scene.session.is_your_turn)
    else:
        request_hint(app, scene)
        app.press_key(pygame.K_h)
    app.advance_frame()
    assert app.context.scenes.top is scene and get_session(scene).assistance.is_assisted


@pytest.mark.parametrize("first", ["undo", "hint"])
def test_first_help_in_the_life_of_a_profile_is_explained_once(tmp_path: Path, first: str) -> None:
    kinds = [first, "undo" if first == "hint" else "hint", first]
    for start, told in ((0, 1), (1, 0)):
        with open_test_app(tmp_path, settings=make_settings(speed=0.0, name="Anna")) as app:
            lines = FakeTextLog()
            app.context.services.append(Narrator(app.context, lines))
            app.context.scenes.push(MainMenuScene(app.context))
            run_settling_frames(app)
            for kind in kinds[start:]:
                scene = start_match_at_turn(app)
                use_assistance(app, scene, kind)
            assert lines.take_lines().count(ASSISTED_LINE) == told
            run_settling_frames(app)
            (own,) = app.storage.get_repository().list_profiles()
            assert own.is_assistance_told


def test_another_profile_is_told_of_its_own_first_help(app: AppDriver, narration_log: FakeTextLog) -> None:
    for name, told in (("Anna", 1), ("Anna", 0), ("Bea", 1), ("Bea", 0), ("Anna", 0)):
        open_table(app, make_match_setup("you club", names=(name, "Bruno")))
        scene = advance_to_turn(app)
        app.context.reload_profiles()
        run_settling_frames(app)
        narration_log.take_lines()
        use_assistance(app, scene, "hint")
        run_settling_frames(app)
        assert narration_log.take_lines().count(ASSISTED_LINE) == told


@pytest.mark.slow
@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("kinds", ["you club", "you club club"])
def test_hint_marks_stay_on_their_cards(tmp_path: Path, size: tuple[int, int], scale: float, kinds: str) -> None:
    """Check that stars and figures are on the visible part of their card, and bars of the same width above it."""
    with open_test_app(tmp_path, size=size, settings=make_settings(speed=0.0, scale=scale)) as app:
        scene = start_match_at_turn(app, kinds, game="spades")
        shown = scene.assistance.poses(scene.layout, scene.hand)
        places = place_bars_on_cards(shown, scene.layout)
        assert len(places) == len(scene.hand)
        for card, pose in shown:
            place = places[card]
            assert abs(place.star_center[0] - pose.x) <= pose.width / 2
            assert place.figure_center is None or abs(place.figure_center[0] - pose.x) <= pose.width / 2
        rows = [place.bar_rect for place in places.values()]
        assert len({row.size for row in rows}) == 1
        assert not any(row.colliderect(next_row) for row, next_row in pairwise(rows))


def make_bars(scene: TableScene) -> Mapping[Action, HintBar]:
    """Return the bars of the hint that is shown."""
    return make_hint_bars(get_session(scene).assistance.hint or (), scene.observation.game_id)


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
    assert [(bar.share, bar.text) for bar in lost.values()] == [(1.0, ""), (0.98, "0"), (0.06, "−2")]
    unknown = [make_estimate("Ad", 3.0, 0.5), make_estimate("2d", 1.0, None)]
    assert [bar.text for bar in make_hint_bars(unknown, "briscola").values()] == ["", ""]


@pytest.mark.slow
def test_escape_closes_hint_before_pausing_and_playing_closes_it(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    app.player_worker.is_paused = True
    app.press_key(pygame.K_h)
    app.advance_frame()
    assert get_session(scene).assistance.is_hint_pending
    assert scene.is_busy
    app.press_key(pygame.K_ESCAPE)
    assert not get_session(scene).assistance.is_hint_pending
    assert app.context.scenes.top is scene
    app.player_worker.is_paused = False
    request_hint(app, scene)
    app.press_key(pygame.K_h)
    assert get_session(scene).assistance.hint is None
    request_hint(app, scene)
    app.press_key(pygame.K_1)
    advance_to_turn(app)
    assert get_session(scene).assistance.hint is None


def test_hint_shows_the_recommended_bid_with_the_only_star(app: AppDriver) -> None:
    scene = start_match_at_turn(app, "you club club club", game="spades")
    request_hint(app, scene)
    hint = get_session(scene).assistance.hint or ()
    best = hint[0].action
    assert isinstance(best, Bid) and best.tricks > 1
    assert f"bid-{best.tricks}" in app.widget_ids
    marks = list(scene.assistance.places(make_hint_bars(hint, scene.observation.game_id)))
    button = scene.controls.panel.find_button(best)
    assert button is not None and scene.controls.panel.get_button_action(button) == best
    assert [bar.is_best for _place, bar in marks] == [True]
    assert button.get_abs_rect().contains(marks[0][0].bar_rect)
    text = scene.assistance.get_hint_text(scene.layout)
    assert text.startswith(f"Bid {best.tricks}. You should take about ") and "\n" not in text


def test_bars_on_cards_and_buttons_have_the_same_width(app: AppDriver) -> None:
    open_table(app, make_match_setup("you club club club", game="briscola"))
    scene = app.table_scene
    play_until(app, lambda table: table.session.is_your_turn and bool(table.offered_actions))
    request_hint(app, scene)
    marks = list(scene.assistance.places(make_bars(scene)))
    assert len(marks) == len(scene.hand) + 1
    assert len({place.bar_rect.width for place, _bar in marks}) == 1


def test_recommended_choice_is_the_golden_one_while_the_hint_is_shown(app: AppDriver) -> None:
    scene = start_match_at_turn(app, "you club club club", game="muscio")

    def list_golden_actions() -> list[Action]:
        buttons = scene.controls.panel.actions_by_button
        return [action for button, action in buttons.items() if "#primary" in button.object_ids]

    usual_actions = list_golden_actions()
    request_hint(app, scene)
    best = (get_session(scene).assistance.hint or ())[0].action
    assert best not in usual_actions and list_golden_actions() == [best]
    marks = list(scene.assistance.places(make_bars(scene)))
    assert len(marks) > 1 and len({place.bar_rect.size for place, _bar in marks}) == 1
    assert "\n" in scene.assistance.get_hint_text(scene.layout)
    app.press_key(pygame.K_h)
    app.advance_frame()
    assert list_golden_actions() == usual_actions


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "kinds"),
    [("chiamata", "you club club club club"), ("spades", "you club club"), ("muscio", "you club club club")],
)
def test_hint_marks_the_buttons_of_a_panel(app: AppDriver, game: str, kinds: str) -> None:
    scene = start_match_at_turn(app, kinds, game=game)
    assert scene.offered_actions
    request_hint(app, scene)
    best = (get_session(scene).assistance.hint or ())[0].action
    button = scene.controls.panel.find_button(best)
    assert button is not None
    drawn = [place.bar_rect for place, bar in scene.assistance.places(make_bars(scene)) if bar.is_best]
    assert any(button.get_abs_rect().contains(bar) for bar in drawn)


def test_tab_reaches_undo_and_hint_and_enter_presses_them(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    app.press_key(pygame.K_1)
    advance_to_turn(app)
    for widget_id in ("hint", "undo"):
        for _tab in range(12):
            app.press_key(pygame.K_TAB)
            if scene.focus.description is not None and scene.focus.description.widget_id == widget_id:
                break
        assert scene.focus.description is not None and scene.focus.description.widget_id == widget_id
    app.press_key(pygame.K_RETURN)
    app.advance_until(lambda: get_session(scene).assistance.is_assisted)


@pytest.mark.parametrize("off", ["undo", "hints"])
def test_table_without_assistance_shows_no_button_and_gives_reason(
    app: AppDriver, narration_log: FakeTextLog, off: str
) -> None:
    fair = msgspec.structs.replace(
        make_match_setup("you club"), assistance=msgspec.structs.replace(AssistanceOptions(), **{off: False})
    )
    open_table(app, fair)
    scene = advance_to_turn(app)
    app.press_key(pygame.K_1)
    advance_to_turn(app)
    narration_log.take_lines()
    widget_id, key = ("undo", pygame.K_u) if off == "undo" else ("hint", pygame.K_h)
    assert widget_id not in app.widget_ids
    app.press_key(key)
    assert any(line.endswith("at this table.") for line in narration_log.take_lines())
    assert not get_session(scene).assistance.is_assisted


# -- claims ----------------------------------------------------------------------------------------


def resume_at_certain_claim(app: AppDriver) -> TableScene:
    """Return a table of Spades at which the person on turn can claim the remaining tricks."""
    record = find_match("spades", 3, lambda match: match.turn == 0 and find_claim(observe(match, 0)) is not None)
    scene = resume_at(app, record)
    advance_to_turn(app)
    return scene


@pytest.mark.slow
def test_certain_rest_is_offered_shown_and_finished(app: AppDriver, narration_log: FakeTextLog) -> None:
    scene = resume_at_certain_claim(app)
    app.player_worker.is_paused = False
    before = scene.session.observation.points[0]
    claim = scene.assistance.available_claim
    assert claim is not None
    is_won = claim.reason.code != "claim_none"
    offer = "The rest is decided. W: claim" if is_won else "You can't win any more tricks. W: finish"
    title = "The rest is decided." if is_won else "You can't win any more tricks."
    assert any(line.startswith(offer) for line in narration_log.take_lines())
    assert scene.assistance.buttons["claim"].visible
    app.press_key(pygame.K_w)
    assert isinstance(app.context.scenes.top, ClaimOverlay)
    app.advance_frame()
    assert title in narration_log.take_lines()
    app.press_key(pygame.K_RETURN)
    assert get_session(scene).assistance.has_claimed
    assert scene.is_waiting_for_others
    app.advance_until(lambda: get_session(scene).course.is_between_deals, 1.0)
    gained = scene.session.observation.points[0] - before
    assert gained == (0 if claim.reason.code == "claim_none" else len(claim.card_order))


@pytest.mark.parametrize(
    ("seats", "code", "title", "button_text"),
    [
        (3, "claim_drawing", "The rest is decided", "Claim the rest"),
        (2, "claim_none", "You can't win any more tricks", "Finish deal"),
    ],
)
def test_claim_says_whether_the_rest_is_won_or_lost(
    app: AppDriver, seats: int, code: str, title: str, button_text: str
) -> None:
    def has_claim(match: Match) -> bool:
        claim = find_claim(observe(match, 0)) if match.turn == 0 else None
        return claim is not None and claim.reason.code == code

    scene = resume_at(app, find_match("spades", seats, has_claim))
    advance_to_turn(app)
    hint_button, claim_button = (scene.assistance.buttons[name] for name in ("hint", "claim"))
    assert hint_button.visible and claim_button.visible
    assert hint_button.rect == compute_tray_button_rects(scene.layout, scene.controls.tray_ids)["hint"]
    others = [button.rect for button in (hint_button, *scene.controls.buttons.values()) if button.visible]
    assert claim_button.rect.collidelist(others) < 0
    app.click_button("claim")
    assert app.expect_scene(ClaimOverlay).narration[0] == title
    assert app.get_button_text("finish") == button_text


def test_claim_can_be_declined(app: AppDriver) -> None:
    scene = resume_at_certain_claim(app)
    before = scene.session.observation
    app.click_button("claim")
    app.expect_scene(ClaimOverlay)
    app.press_key(pygame.K_ESCAPE)
    app.advance_frame()
    assert app.context.scenes.top is scene
    assert scene.session.is_your_turn
    assert scene.session.observation == before
