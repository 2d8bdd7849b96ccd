"""A table over the network in the window: play, lost connections, results, the shuffle."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.core.actions import Play
from game.core.cards import ITALIAN_PACK
from game.network.table_files import open_seat_keys
from game.text.gettext import use_language
from tests.fakes import FakeTextLog
from tests.network.host import CLOCKED, INVITATION, SEVEN_DEALS, TALKATIVE, TWO_DEALS
from tests.ui.app_driver import AppDriver
from tests.ui.match_driver import expect_deal_result, expect_match_result
from tests.ui.network_window import FOUR_ALONE, NetworkWindow, count_actions, open_pause
from ui.scenes.dialogs.box import ConfirmDialog
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.replay.scene import ReplayScene
from ui.table.overlays.chat import ChatOverlay
from ui.table.scene import TableScene


@pytest.fixture
def window(app: AppDriver, tmp_path: Path) -> NetworkWindow:
    """Return the window of the owner, who is on turn, at a table with Bob."""
    window = NetworkWindow(app, tmp_path)
    window.advance_to_own_turn()
    return window


# -- play


def test_play_is_shown_only_once_the_host_has_stored_it(window: NetworkWindow) -> None:
    hand = window.table.hand
    window.host.storage.is_paused = True
    window.app.press_key(pygame.K_1)
    window.frames()
    assert window.table.hand == hand
    window.host.storage.finish_writes()
    window.frames()
    assert len(window.table.hand) < len(hand) or window.table.hand != hand


def test_refusal_of_the_host_is_one_line_and_changes_nothing(window: NetworkWindow) -> None:
    table, seat = window.table, window.table.session.observation.seat
    assert seat is not None
    before, hand = count_actions(window), table.hand
    table.act(Play(seat, next(card for card in ITALIAN_PACK if card not in hand)))
    window.frames()
    assert table.message and table.message_seconds_left > 0
    assert (count_actions(window), table.hand, table.session.is_your_turn) == (before, hand, True)


def test_there_is_neither_undo_nor_hint_nor_local_giving_up(window: NetworkWindow) -> None:
    window.play_first_card()
    window.advance_to_own_turn()
    assert not {"undo", "hint", "claim"} & set(window.app.widget_ids)
    before = count_actions(window)
    for key in (pygame.K_u, pygame.K_h):
        window.app.press_key(key)
        window.frames()
    assert count_actions(window) == before
    assert not {"undo", "give-up"} & set(open_pause(window))


def test_chat_arrives_in_the_language_of_each_person(app: AppDriver, tmp_path: Path) -> None:
    with use_language("it"):
        window = NetworkWindow(app, tmp_path)
        for _turn in range(2):
            window.advance_to_own_turn()
            window.play_first_card()
        window.bob.say("Well played!", 900)
        window.frames()
        session = window.table.session
        assert session.chat_messages[-1].text == "Ben giocato!"
        assert session.say("Ben giocato!") is None
        window.frames()
    lines = [message for message in window.bob.list_match_messages() if type(message).__name__ == "ChatLine"]
    assert "Well played!" in str(lines[-1])


def test_name_or_chat_line_is_no_line_of_the_program(
    app: AppDriver, tmp_path: Path, narration_log: FakeTextLog
) -> None:
    name, lines = "The host is back", ("The host is back.", "No connection to the host. Trying again…", "Your turn.")
    window = NetworkWindow(app, tmp_path, ("Ann", name), TALKATIVE)
    guest = window.others[name]
    for _turn in range(2):
        window.advance_to_own_turn()
        window.play_first_card()
    window.advance_to_own_turn()
    narration_log.take_lines()
    for number, line in enumerate(lines, 900):
        guest.say(line, number)
        window.frames()
        (bubble,) = window.table.view_model.bubbles
        assert window.table.session.info.names[bubble.seat] == name
    window.host.leave(guest)
    window.frames()
    window.host.join(name, token=guest.key, run="cc")
    window.frames()
    said = narration_log.take_lines()
    assert [line for line in said if line.startswith("Chat from")] == [f"Chat from {name}: {line}" for line in lines]
    assert {f"{name} is away.", f"{name} is back."} <= set(said)
    assert not set(lines) & {*said, *window.app.toast_text.splitlines()}
    assert window.table.network is not None and not window.table.network.outage_text


def test_muted_person_is_neither_shown_nor_spoken_and_nobody_is_told(
    app: AppDriver, tmp_path: Path, narration_log: FakeTextLog
) -> None:
    keys = open_seat_keys(app.context.folders)
    window = NetworkWindow(app, tmp_path, rules=TALKATIVE, seat_keys=keys)
    for _turn in range(2):
        window.advance_to_own_turn()
        window.play_first_card()
    window.advance_to_own_turn()
    window.bob.say("first", 900)
    window.frames()
    open_pause(window)
    app.click_button("talk")
    chat = app.expect_scene(ChatOverlay)
    bob_seat, sent = window.bob.observation.seat, len(window.bob.list_match_messages())
    app.click_menu_entry("mute", f"mute-{bob_seat}")
    assert not chat.form.shown_messages
    window.bob.say("second", 901)
    window.frames()
    assert not chat.form.shown_messages and not window.table.view_model.bubbles
    assert not any("second" in line for line in narration_log.lines)
    stored = keys.read()[0].find_seat(INVITATION)
    assert stored is not None and stored.muted_seats == {bob_seat}
    told = str(window.bob.list_match_messages()[sent:])
    assert "second" in told and "mute" not in told
    app.click_menu_entry("mute", f"mute-{bob_seat}")
    assert len(chat.form.shown_messages) == 2


# -- the host


def test_lost_host_is_a_line_with_its_time_and_controls_wait(window: NetworkWindow, narration_log: FakeTextLog) -> None:
    hand, before, network = window.table.hand, count_actions(window), window.table.network
    assert network is not None
    window.client.lose_connection()
    window.frames(5, seconds=1.0)
    assert network.outage_text == "No connection to the host for 5 s. Trying again…"
    window.frames(15, seconds=1.0)
    assert "may be asleep or off. The match is kept" in network.outage_text, "what happened and what they can do"
    window.client.is_host_missing = True  # as a relay says
    assert "is asleep or off. The match is kept" in network.outage_text
    network.is_hosted_here = True
    assert "Continue" in network.outage_text and "this computer" in network.outage_text
    window.frames()
    window.app.press_key(pygame.K_1)
    window.frames(2)
    assert window.table.hand == hand and not window.table.session.is_your_turn
    for told in ("No connection to the host", "host's computer may be asleep or off."):
        assert sum(told in line for line in narration_log.lines) == 1
    assert not {"talk", "leave", "end-table", "substitute"} & set(open_pause(window))
    window.app.click_button("resume")
    window.client.connect_again(is_owner=True)
    window.frames()
    assert not network.outage_text and "The host is back." in narration_log.lines
    assert window.table.session.is_your_turn and window.table.hand == hand
    window.app.press_key(pygame.K_1)
    window.frames()
    assert count_actions(window) == before + 1
    window.advance_to_own_turn()


def test_turn_timer_stops_with_the_host_and_the_turn_begins_anew(app: AppDriver, tmp_path: Path) -> None:
    window = NetworkWindow(app, tmp_path, rules=CLOCKED)
    window.advance_to_own_turn()
    session = window.table.session
    assert session.turn_seconds_left is not None
    window.client.lose_connection()
    app.advance_frame(30.0)
    assert session.turn_seconds_left is None
    window.host.update()
    window.client.connect_again(is_owner=True)
    window.frames()
    assert session.turn_seconds_left is not None and session.turn_seconds_left > 59.0


def test_match_does_not_wait_for_a_screen_that_came_back_unchanged(window: NetworkWindow) -> None:
    window.client.lose_connection()
    window.client.connect_again(is_owner=True)
    window.frames()
    assert window.host.table.match is not None
    connection = window.host.table.match.seats[0].connection
    assert connection is not None and connection.ready_revision == window.host.match.revision


def test_displaced_connection_says_so_and_stops(window: NetworkWindow) -> None:
    assert window.client.guest is not None
    window.host.join("Ann", token=window.client.guest.key, run="ee")
    window.frames()
    window.app.expect_scene(ConfirmDialog)
    window.app.click_button("cancel")
    window.frames()
    assert window.table.network is not None and window.table.network.is_ended
    assert not {"talk", "leave", "end-table"} & set(open_pause(window))
    window.app.click_button("to-menu")
    window.app.expect_scene(MainMenuScene)


def test_failure_of_disk_or_computer_player_of_the_host_is_told_and_goes(app: AppDriver, tmp_path: Path) -> None:
    window = NetworkWindow(app, tmp_path, rules=FOUR_ALONE, seats=4, is_owner=False)
    window.advance_to_own_turn()
    window.host.storage.failure_message = "disk full"
    app.press_key(pygame.K_1)
    window.frames()
    assert window.table.session.error
    window.host.storage.failure_message = ""
    window.frames(8, seconds=1.0)
    assert not window.table.session.error
    window.host.worker.fault = "no move with 7d in the hand"
    while not window.table.session.error:
        window.frames(3)
        window.play_for_others()
        if window.table.session.is_your_turn:
            window.play_first_card()
    assert app.table_scene.session.error == (
        "The computer player can't make its move. The match is saved, and the host will try again."
    )
    window.host.worker.fault = ""
    window.frames(8, seconds=5.0)
    assert not window.table.session.error


# -- results


@pytest.mark.slow
def test_next_deal_that_starts_without_the_person_closes_the_result(app: AppDriver, tmp_path: Path) -> None:
    window = NetworkWindow(app, tmp_path, rules=TWO_DEALS)
    window.play_deal()
    expect_deal_result(app)
    app.click_menu_entry("more", "log")
    window.bob.be_ready()
    window.frames(65, seconds=1.0)
    app.press_key(pygame.K_ESCAPE)
    window.frames(2)
    app.expect_scene(TableScene)


@pytest.mark.slow
def test_finished_match_is_in_the_history_and_can_be_replayed(app: AppDriver, tmp_path: Path) -> None:
    window = NetworkWindow(app, tmp_path)
    window.play_deal()
    window.frames()
    expect_match_result(app)
    assert "play-again" in app.widget_ids, "the owner may ask for another match"
    (entry,) = app.storage.submit_to_archive(lambda archive: archive.list_entries()).result()
    assert entry.names == ("Ann", "Bob") and entry.seat_profiles == (app.context.own_profile.id, None)
    app.click_menu_entry("more", "replay")
    window.frames()
    app.expect_scene(ReplayScene)


# -- the shuffle


def test_person_whose_words_came_too_late_is_told_once_why_the_deals_are_shuffled_without_them(
    app: AppDriver, tmp_path: Path
) -> None:
    window = NetworkWindow(app, tmp_path, rules=SEVEN_DEALS)
    narrated: list[str] = []
    app.context.narrate = narrated.append
    counts = []
    for deal in range(4):
        window.play_deal()
        window.client.commits = deal >= 2
        app.click_button("next-deal")
        window.bob.be_ready()
        window.frames(60, seconds=0.3)
        is_told = [
            ("This deal was shuffled without you" in line, "shuffle word came too late" in line) for line in narrated
        ]
        counts.append(tuple(map(sum, zip(*is_told, strict=True))))
    assert counts == [(1, 0), (2, 0), (2, 1), (3, 1)]
    assert window.client.check.fault is None
