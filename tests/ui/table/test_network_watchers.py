"""The windows of people without a seat over the network: watchers, and an owner whose screen is the table."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.match.house_rules import RuleSet
from game.session.avatars import get_avatar
from game.text.chat import ChatMessage
from tests.fakes import FakeTextLog
from tests.network.host import CLOCKED, SEVEN_DEALS, TALKATIVE
from tests.ui.app_driver import AppDriver
from tests.ui.lobby_guest import PHONES_REACH
from tests.ui.match_driver import expect_deal_result, expect_match_result
from tests.ui.network_window import NetworkWindow, open_pause
from ui.scenes.dialogs.box import ConfirmDialog
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.network.large_code import LargeCodeScene
from ui.table.hud.seats import describe_pile
from ui.table.overlays.pause import PauseOverlay

PEOPLE = ("Zoe", "Ann", "Bob")


def test_watcher_sees_a_table_without_an_own_hand_and_without_buttons_of_a_player(
    app: AppDriver, tmp_path: Path, narration_log: FakeTextLog
) -> None:
    window = NetworkWindow(app, tmp_path, PEOPLE, CLOCKED, is_watching=True)
    window.frames(20)
    assert window.table.hand == () and window.table.session.observation.seat is None
    assert window.table.view_model.absence_notice is not None
    assert "You're watching." in narration_log.lines
    assert not {"undo", "hint", "vote", "chat", "substitute"} & {*app.widget_ids}
    before = len(narration_log.lines)
    window.play_for_others()
    assert any("plays" in line for line in narration_log.lines[before:])
    rows = open_pause(window)
    assert not {"leave", "vote", "give-up", "end-table", "talk", "remove"} & {*rows}
    app.click_button("to-menu")
    window.frames()
    app.expect_scene(MainMenuScene)
    assert not window.bob.watcher_names


@pytest.mark.parametrize("is_television", [False, True], ids=["watcher", "owner"])
def test_window_without_a_seat_shows_people_as_the_lobby_had_them(
    app: AppDriver, tmp_path: Path, is_television: bool
) -> None:
    names = PEOPLE if is_television else (*PEOPLE, "Eva")
    window = NetworkWindow(app, tmp_path, names, is_watching=not is_television, is_television=is_television)
    numbers = {name: get_avatar(window.table.avatars, name).portrait_number for name in window.others}
    assert numbers == {name: number for number, name in enumerate(names) if number}


def test_watcher_waits_for_the_next_deal_of_the_others(app: AppDriver, tmp_path: Path) -> None:
    window = NetworkWindow(app, tmp_path, PEOPLE, SEVEN_DEALS, is_watching=True)
    window.play_deal()
    expect_deal_result(app)
    assert app.get_button_text("next-deal") == "Waiting for Ann and Bob…"
    way_out = app.get_button_text("to-menu")
    for guest in window.others.values():
        guest.be_ready()
    window.frames(10)
    assert window.table.session.observation.deal_number == 2
    assert app.context.scenes.top is window.table
    open_pause(window)
    assert app.get_button_text("to-menu") == way_out


def test_watched_match_is_in_the_history_under_its_own_mark_and_counts_for_nobody(
    app: AppDriver, tmp_path: Path
) -> None:
    window = NetworkWindow(app, tmp_path, PEOPLE, is_watching=True)
    window.play_deal()
    window.frames(10)
    expect_match_result(app)
    assert "play-again" not in app.widget_ids
    (entry,) = app.storage.submit_to_archive(lambda archive: archive.list_entries()).result()
    assert "watched" in entry.flags and not any(entry.seat_profiles)


@pytest.mark.parametrize("is_shown_beside", [False, True])
def test_words_of_a_watcher_are_told_apart_from_those_of_players(
    app: AppDriver, tmp_path: Path, narration_log: FakeTextLog, *, is_shown_beside: bool
) -> None:
    window = NetworkWindow(app, tmp_path, ("Ann", "Bob"), TALKATIVE)
    window.others["Zoe"] = zoe = window.host.join("Zoe")
    window.frames()
    assert "Zoe is asking for a seat" in app.toast_text
    assert "watchers" in open_pause(window)
    app.click_menu_entry("watchers", "let-watch-0")
    window.frames()
    assert zoe.state == "watching" and "Zoe is watching." in app.toast_text
    app.click_button("resume")
    window.advance_to_own_turn()
    window.play_first_card()
    window.advance_to_own_turn()
    window.play_first_card()
    if is_shown_beside:
        app.click_button("chat")
    zoe.say("Ciao!")
    window.frames()
    assert window.table.session.chat_messages[-1] == ChatMessage(None, "Ciao!", "Zoe")
    assert "Chat from Zoe (watching): Ciao!" in narration_log.lines
    assert ("Zoe (watching): Ciao!" in app.toast_text) != is_shown_beside
    assert not window.table.view_model.bubbles
    network = window.table.network
    assert network is not None and "Zoe" in network.mutable_people
    network.mute("Zoe", is_muted=True)
    zoe.say("Hello?", 101)
    window.frames()
    assert "Chat from Zoe (watching): Hello?" not in narration_log.lines
    if is_shown_beside:
        app.click_button("chat")
    open_pause(window)
    app.click_menu_entry("watchers", "send-away-0")
    window.frames()
    assert zoe.refusal == "removed" and isinstance(app.context.scenes.top, PauseOverlay)


def test_watcher_writes_where_talk_is_free(app: AppDriver, tmp_path: Path) -> None:
    rules = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 1, "talk": "free"})
    window = NetworkWindow(app, tmp_path, PEOPLE, rules, is_watching=True)
    for _action in range(4):
        window.frames(4)
        window.play_for_others()
    assert "chat" in app.widget_ids and window.table.session.say("Bravi!") is None
    window.frames()
    assert window.bob.chat_lines[-1] == (None, "Bravi!")


# -- the screen of the owner as the table


def test_screen_that_is_the_table_has_no_control_but_the_menu_with_the_code(app: AppDriver, tmp_path: Path) -> None:
    window = NetworkWindow(app, tmp_path, PEOPLE, CLOCKED, is_television=True)
    window.client.reach = PHONES_REACH
    window.frames(20)
    assert app.widget_ids == ["menu"] and window.table.view_model.absence_notice is None
    assert window.table.view_model.prompt == ("Bob to play", True, "")
    for key in (pygame.K_l, pygame.K_g, pygame.K_m, pygame.K_h, pygame.K_u, pygame.K_n, pygame.K_1, pygame.K_RETURN):
        app.press_key(key)
        assert app.context.scenes.top is window.table
    app.press_key(pygame.K_q)
    app.expect_scene(LargeCodeScene)
    app.press_key(pygame.K_q)
    rows = open_pause(window)
    assert {"phone-code", "end-table", "to-menu"} <= {*rows}
    assert not {"leave", "vote", "give-up", "talk", "undo", "watchers"} & {*rows}


def test_hands_and_tricks_taken_are_not_seen_on_a_screen_for_all(app: AppDriver, tmp_path: Path) -> None:
    window = NetworkWindow(app, tmp_path, PEOPLE, SEVEN_DEALS, is_television=True)
    window.frames(20)
    for _turn in range(2):
        window.play_for_others()
    assert sum(map(len, window.table.board.hands)) and sum(window.table.board.pile_sizes)
    assert not [key for key in window.table.view_model.card_poses if key.startswith(("hand", "pile"))]


def test_each_partner_has_their_own_tricks_on_a_screen_for_all(app: AppDriver, tmp_path: Path) -> None:
    window = NetworkWindow(app, tmp_path, (*PEOPLE, "Eva", "Leo"), is_television=True)
    table = window.table
    window.frames(20)
    for _number in range(9):
        window.play_for_others()
    tricks = [size // 4 for size in table.board.pile_sizes]
    assert sum(map(bool, tricks)) > 2, tricks
    texts = [describe_pile(table.view_model, seat) for seat in range(4)]
    assert [int(text.split()[0]) if text else 0 for text in texts] == tricks


def test_match_goes_on_beside_a_screen_that_is_the_table(app: AppDriver, tmp_path: Path) -> None:
    window = NetworkWindow(app, tmp_path, PEOPLE, SEVEN_DEALS, is_television=True)
    window.play_deal()
    expect_deal_result(app)
    assert "to-menu" not in app.widget_ids and app.get_button_text("next-deal") == "Waiting for Ann and Bob…"
    for guest in window.others.values():
        guest.be_ready()
    window.frames(10)
    assert window.table.session.observation.deal_number == 2 and app.context.scenes.top is window.table


def test_owner_without_a_seat_asks_for_another_match_or_leaves_after_a_question(app: AppDriver, tmp_path: Path) -> None:
    window = NetworkWindow(app, tmp_path, PEOPLE, is_television=True)
    window.play_deal()
    window.frames(10)
    expect_match_result(app)
    app.click_button("to-menu")
    app.expect_scene(ConfirmDialog)
    app.press_key(pygame.K_ESCAPE)
    app.click_button("play-again")
    window.frames(10)
    assert app.get_button_text("play-again") == "Waiting for Ann and Bob…"
    for guest in window.others.values():
        guest.be_ready()
    window.frames(30)
    assert app.table_scene is not window.table and app.table_scene.is_television
