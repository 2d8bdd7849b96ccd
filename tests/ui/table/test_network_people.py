"""People at a table over the network in the window: absence, leaving, removal, and what the owner may do."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from unittest.mock import MagicMock

import pygame
import pytest

from game.match.house_rules import RuleSet
from game.network.messages import PROTOCOL_VERSION, Refused
from game.network.refusals import describe_refusal
from game.network.table_files import open_seat_keys
from game.shuffling.commitments import verify_record
from game.text.gettext import LANGUAGE_NAMES, _, use_language
from tests.fakes import FakeTextLog
from tests.network.host import CLOCKED, SECRET
from tests.network.programs import GuestProgram
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver
from tests.ui.match_driver import expect_deal_result
from tests.ui.network_window import NetworkWindow, count_actions, open_pause
from tests.ui.text_recorder import record_texts
from ui.scenes.dialogs.box import ConfirmDialog
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.network.close_table import CloseTableDialog
from ui.scenes.network.open_table import open_network_table
from ui.table.hud.absence_notice import describe_notice
from ui.table.layout.search import compute_table_layout
from ui.table.network import OFFER_AFTER_S
from ui.table.state import AbsenceNotice
from ui.widgets.base import Place
from ui.widgets.nodes import Text, iter_leaves, make_paint_frame

THREE_DEALS = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 3})


@pytest.fixture
def window(app: AppDriver, tmp_path: Path) -> NetworkWindow:
    """Return the window of the owner, who is on turn, at a table with Bob."""
    window = NetworkWindow(app, tmp_path)
    window.advance_to_own_turn()
    return window


# -- people who are away


def find_notice(window: NetworkWindow) -> str:
    """Return the line of the table on a person who is away, "" without one; it is drawn in the window."""
    notice = window.table.view_model.absence_notice
    if notice is None:
        return ""
    with record_texts() as recorder:
        texts = " ".join(text.text for text in recorder.list_texts(window.app))
    assert notice.text in texts
    return notice.text


def test_table_offers_the_owner_the_computer_for_a_person_who_is_away(
    window: NetworkWindow, narration_log: FakeTextLog
) -> None:
    bob = window.lose(seconds=int(OFFER_AFTER_S) - 1)
    assert not find_notice(window) and "substitute" not in window.app.widget_ids
    assert list(window.table.view_model.plate_notes.values()) == ["seen 14 s ago"]
    assert "Bob is away." in narration_log.lines
    window.frames(3, seconds=1.0)
    assert find_notice(window) == "Bob is away. You can let the computer play."
    assert narration_log.lines.count(find_notice(window)) == 1
    assert window.app.get_button_text("substitute") == "Let the computer play"
    window.app.press_on("substitute", pygame.K_RETURN)
    window.frames()
    assert not find_notice(window) and "substitute" not in window.app.widget_ids
    assert list(window.table.view_model.plate_notes.values()) == ["computer plays"]
    assert "The computer plays for Bob until they're back." in window.app.toast_text
    before = count_actions(window)
    window.play_first_card()
    window.frames(20, seconds=0.3)
    assert count_actions(window) > before + 1
    window.bring_back(bob)
    assert not window.table.view_model.plate_notes and "Bob is back." in narration_log.lines


def test_others_read_what_happens_while_a_person_is_away(
    app: AppDriver, tmp_path: Path, narration_log: FakeTextLog
) -> None:
    window = NetworkWindow(app, tmp_path, ("Ann", "Bob", "Leo"), is_owner=False)
    window.advance_to_own_turn()
    leo = window.lose("Leo", seconds=20)
    assert find_notice(window) == "Leo is away. Bob can let the computer play." in narration_log.lines
    assert "substitute" not in app.widget_ids
    window.bob.let_computer_play(leo.seat)
    window.frames()
    assert not find_notice(window) and "computer plays" in window.table.view_model.plate_notes.values()
    assert "The computer plays for Leo until they're back." in app.toast_text
    window.lose(seconds=20)
    assert find_notice(window) == "Bob is away, and the match is waiting. You can leave and come back.", "the owner"


@pytest.mark.parametrize("is_owner", [False, True])
def test_notice_at_a_table_with_a_turn_timer_says_that_time_runs(
    app: AppDriver, tmp_path: Path, *, is_owner: bool
) -> None:
    window = NetworkWindow(app, tmp_path, rules=CLOCKED, is_owner=is_owner)
    window.advance_to_own_turn()
    window.lose(seconds=20)
    assert find_notice(window) == "Bob is away. If their time runs out, the program will play a random card."
    assert "substitute" not in app.widget_ids
    rows = open_pause(window)
    assert "substitute" not in rows and "vote" in rows


@check_rows("language", LANGUAGE_NAMES)
@check_rows(("size", "scale"), [((960, 540), 1.0), ((960, 540), 2.0), ((1280, 720), 1.5), ((2560, 1440), 1.0)])
def test_notice_has_room_in_each_language(size: tuple[int, int], scale: float, language: str) -> None:
    with use_language(language):
        notices = [
            AbsenceNotice(_("{name} is away. You can let the computer play."), _("Let the computer play")),
            AbsenceNotice(_("{name} is away. {owner} can let the computer play."), ""),
            AbsenceNotice(_("{name} is away. If their time runs out, the program will play a random card."), ""),
        ]
    for (seats, hand_size), (text, button_text) in product(((2, 26), (3, 13), (4, 3), (5, 8), (6, 6)), notices):
        layout = compute_table_layout(size, seats, 0, False, scale, hand_size=hand_size)
        words = text.format(name="Leonardo", owner="Ada")
        frame = make_paint_frame(Place(MagicMock(), layout.ui_scale))
        node = describe_notice(layout, AbsenceNotice(words, button_text))
        leaves = list(iter_leaves(node, frame, layout.notice_rect))
        assert leaves and all(layout.notice_rect.contains(rect) for _leaf, rect in leaves)
        assert leaves[-1][1].height >= layout.px(36) if button_text else isinstance(leaves[-1][0], Text)
        for leaf, rect in leaves:
            assert leaf.measure_height(frame, rect.width) <= rect.height or not isinstance(leaf, Text)


@pytest.mark.parametrize(("name", "is_known"), [("Bob", True), ("Zoe", False)])
def test_owner_lets_in_a_person_who_lost_the_key_or_another_one(
    window: NetworkWindow, name: str, *, is_known: bool
) -> None:
    window.lose()
    window.others["Bob"] = window.host.join(name, token=SECRET, run="dd")
    window.frames(2)
    assert name in window.app.toast_text and ("seat back" in window.app.toast_text) == is_known
    assert "readmit" in open_pause(window)
    window.app.click_button("readmit")
    question = window.app.expect_scene(ConfirmDialog).question
    assert "Bob" in question and name in question and ("can't tell" in question) == is_known
    window.app.click_button("confirm")
    window.frames()
    assert window.bob.key and not window.table.view_model.plate_notes


# -- leaving


def test_notes_and_portraits_are_there_after_a_restart_of_the_program(app: AppDriver, tmp_path: Path) -> None:
    seat_keys = open_seat_keys(app.context.folders)
    window = NetworkWindow(app, tmp_path, seat_keys=seat_keys)
    window.advance_to_own_turn()
    session, order, avatars = window.table.session, window.table.hand[::-1], window.table.avatars
    assert session.arrange_hand(order) is session.mark_seat(1, "friend") is None
    (seat,) = seat_keys.read()[0].seats.values()
    window.client.lose_connection()
    window.client = GuestProgram(window.host, "Ann", token=seat.key, seat_keys=seat_keys)
    window.client.receive()
    open_network_table(app.context, window.client)
    window.table = app.table_scene
    window.frames()
    session = window.table.session
    assert (session.notes.hand, session.notes.marks, window.table.hand) == (order, ((1, "friend"),), order)
    assert avatars and window.table.avatars == avatars


@pytest.mark.parametrize("row", ["leave", "to-menu", "end-table"])
def test_ways_out_lead_to_the_menu_and_differ_for_the_others(window: NetworkWindow, row: str) -> None:
    assert window.table.network is not None
    window.table.network.is_hosted_here = True
    open_pause(window)
    window.app.click_button(row)
    if row != "to-menu":
        assert ("leave it on" in window.app.expect_scene(ConfirmDialog).question) == (row == "leave")
        window.app.click_button("confirm")
    window.frames(4)
    window.app.expect_scene(MainMenuScene)
    window.host.update()
    assert window.bob.refusal == ("ended" if row == "end-table" else "")
    assert window.bob.observation.departed_seats == ((0,) if row == "leave" else ())
    assert row == "end-table" or window.bob.presence.people[0].away_seconds is not None


def test_owner_is_warned_that_the_end_of_an_open_match_blocks_them(app: AppDriver, tmp_path: Path) -> None:
    window = NetworkWindow(app, tmp_path, rules=CLOCKED)
    window.advance_to_own_turn()
    warning = f"you'll be blocked for {CLOCKED.changes['bar_minutes']} min."
    open_pause(window)
    app.click_button("end-table")
    assert warning in app.expect_scene(ConfirmDialog).question
    app.click_button("cancel")
    assert not window.table.may_quit()
    assert warning in app.expect_scene(CloseTableDialog).question


def test_end_of_the_table_by_its_owner_is_told(app: AppDriver, tmp_path: Path) -> None:
    window = NetworkWindow(app, tmp_path, is_owner=False)
    window.advance_to_own_turn()
    window.play_first_card()
    window.host.table.end()
    window.frames()
    assert app.expect_scene(ConfirmDialog).question == describe_refusal("ended")
    app.click_button("confirm")
    app.expect_scene(MainMenuScene)
    (entry,) = app.storage.submit_to_archive(lambda archive: archive.list_entries()).result()
    record = app.storage.submit_to_archive(lambda archive: archive.load_match(entry.id).record).result()
    assert not entry.tally or not entry.tally.over
    assert record.deals[-1].actions and verify_record(record).verified_deal_count == 1, "with the open deal"


def test_end_of_the_table_by_a_host_that_does_not_open_the_deal_is_told(app: AppDriver, tmp_path: Path) -> None:
    window = NetworkWindow(app, tmp_path, is_owner=False)
    window.advance_to_own_turn()
    window.client.receive_message(Refused(code="ended", program="1", protocol=PROTOCOL_VERSION))
    window.frames()
    question = app.expect_scene(ConfirmDialog).question
    assert question.startswith(describe_refusal("ended")) and "you can't check the shuffle" in question


@pytest.mark.slow
def test_turn_of_another_person_lets_the_window_sleep(window: NetworkWindow) -> None:
    window.play_first_card()
    if window.table.session.is_your_turn:
        window.play_first_card()
    window.frames(300, seconds=0.1)
    assert not window.table.session.is_your_turn and not window.table.is_busy


# -- removal between two deals


def test_owner_removes_a_person_between_two_deals_after_a_question(app: AppDriver, tmp_path: Path) -> None:
    window = NetworkWindow(app, tmp_path, ("Ann", "Bob", "Eva"), THREE_DEALS)
    seat = window.bob.observation.seat
    window.advance_to_own_turn()
    assert "remove" in open_pause(window) and not app.get_button("remove").is_enabled
    app.press_key(pygame.K_ESCAPE)
    window.play_deal()
    expect_deal_result(app)
    app.click_menu_entry("more", "pause")
    window.frames()
    app.click_menu_entry("remove", f"remove-{seat}")
    app.expect_scene(ConfirmDialog)
    app.click_button("confirm")
    window.frames()
    assert window.bob.refusal == "removed"
    window.host.leave(window.others.pop("Bob"))
    window.frames()
    assert "You have removed Bob. The computer takes over." in app.toast_text
    assert window.table.network is not None and window.table.network.removable_seats != (seat,)


def test_removed_person_is_told(app: AppDriver, tmp_path: Path) -> None:
    window = NetworkWindow(app, tmp_path, rules=THREE_DEALS, is_owner=False)
    window.play_deal()
    window.bob.remove(window.table.session.observation.seat or 0)
    window.frames()
    assert window.client.refusal == "removed"
    app.expect_scene(ConfirmDialog)
