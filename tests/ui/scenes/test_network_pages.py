"""The pages that open and join tables over the network; the slow tests start a real host on the loopback address."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock, patch

import msgspec
import pygame
import pytest

from game.match.observation import observe
from game.match.setup import PERSON_KIND, PlayerInfo
from game.network.certificate import load_server_context
from game.network.guest_client import ConnectionState
from game.network.host_faults import FAULT_MESSAGES, describe_fault
from game.network.host_launcher import LaunchedWays
from game.network.invitation import (
    Endpoint,
    Invitation,
    decode_invitation,
    encode_invitation,
    format_invitation_link,
)
from game.network.known_tables import KnownTable, list_known_tables
from game.network.messages import LetWatch, LobbySeat, Reach, Welcome
from game.network.names import get_seat_keys_path
from game.network.nearby import NearbyTable
from game.network.reach_text import find_outer_reach
from game.network.refusals import REFUSAL_MESSAGES, describe_refusal
from game.network.table_files import (
    GuestSeat,
    LastView,
    StoredTable,
    StoredTables,
    forget_seat,
    get_host_folders,
    get_running_lock_path,
    open_seat_keys,
    open_tables,
)
from game.session.encoding import to_plain
from game.storage.locks import hold_lock
from game.text.gettext import set_language
from main import main
from tests.fakes import FakeTextLog
from tests.game.analysis.computer_matches import store_wins_before_last_card
from tests.helpers import deal_match, make_match, make_record
from tests.network.clients import end_hosted_tables, find_free_port
from tests.network.host import ONE_DEAL, OWNER_KEY, SECRET, Host
from tests.network.processes import HostProcess
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver, make_settings, open_test_app
from tests.ui.lobby_guest import (
    INVITATION,
    NEARBY_TABLES,
    PHONES_REACH,
    LobbyGuest,
    RefusedClient,
    StillClient,
    make_lobby,
)
from tests.ui.match_driver import run_settling_frames
from tests.ui.text_recorder import list_all_texts
from ui.app.context import AppContext
from ui.app.settings import Settings
from ui.scenes.dialogs.box import ConfirmDialog
from ui.scenes.help.scene import HelpScene
from ui.scenes.history.scene import HistoryScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.network.close_table import CloseTableDialog
from ui.scenes.network.connect import ConnectDialog
from ui.scenes.network.friends import FriendsScene
from ui.scenes.network.host import HostTableScene
from ui.scenes.network.join import JoinDialog
from ui.scenes.network.large_code import LargeCodeScene
from ui.scenes.network.lobby import LobbyScene
from ui.scenes.network.person_form import list_launched_ways
from ui.scenes.network.stored_tables import CHECK_INTERVAL_S
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.last_choices import LastChoices, open_last_choices
from ui.scenes.new_match.scene import NewMatchScene
from ui.table.scene import TableScene
from ui.widgets.nodes import TextLabel

TIMEOUT_S = 30.0


def wait_until(app: AppDriver, is_done: Callable[[], bool]) -> None:
    """Run frames in real time, for what happens in other threads and processes."""
    deadline = time.monotonic() + TIMEOUT_S
    while not is_done():
        assert time.monotonic() < deadline, type(app.context.scenes.top).__name__
        app.advance_frame()
        time.sleep(0.01)


def wait_for_scene(app: AppDriver, kind: type[Any]) -> Any:
    """Wait until a scene of this class is on top, and return it."""
    wait_until(app, lambda: isinstance(app.context.scenes.top, kind))
    return app.context.scenes.top


@pytest.fixture
def fake_client(monkeypatch: pytest.MonkeyPatch) -> type[RefusedClient]:
    """Return the class of the client that the pages use; the test sets what it has received."""
    client = type("TestClient", (RefusedClient,), {})
    RefusedClient.made = []
    monkeypatch.setattr("game.network.guest_client.GuestClient", client)
    return client


@pytest.fixture
def app_settings() -> Settings:
    return make_settings(name="Ann")


def open_join_dialog(app: AppDriver, invitation: Invitation = INVITATION, **values: Any) -> JoinDialog:
    """Show the question before a table, which joins at once."""
    friends = app.show_over(FriendsScene(app.context))
    dialog = JoinDialog(app.context, friends, invitation=invitation, joins_at_once=True, **values)
    app.context.scenes.push(dialog)
    return dialog


def open_menu_with_table(app: AppDriver) -> None:
    """Open the main menu and wait until it offers to continue at a table."""
    app.context.scenes.replace(MainMenuScene(app.context))
    app.advance_until(lambda: "continue" in app.widget_ids)


# -- joining


@check_rows("code", REFUSAL_MESSAGES)
def test_each_refusal_is_its_own_line_at_its_field(
    app: AppDriver, narration_log: FakeTextLog, fake_client: type[RefusedClient], code: str
) -> None:
    fake_client.refusal, count = code, len(fake_client.made)
    dialog = open_join_dialog(app)
    narration_log.take_lines()
    wait_until(app, lambda: app.context.scenes.top is dialog and len(fake_client.made) > count)
    errors = {"name": dialog.person.field.error, "digits": dialog.digits.error, "table": dialog.error}
    place = "name" if code.startswith("name_") else "table"
    assert errors == {**dict.fromkeys(errors, ""), place: describe_refusal(code)}
    shown = [" ".join(widget.lines) for widget in app.list_widgets() if isinstance(widget, TextLabel)]
    assert describe_refusal(code) in shown and describe_refusal(code) in narration_log.take_lines()
    assert fake_client.made[-1].is_closed
    app.context.scenes.pop()


def test_message_of_a_friend_is_understood_as_a_whole(app: AppDriver) -> None:
    page = app.show_over(FriendsScene(app.context))
    app.click_button("join")
    assert page.invitation.error == "Paste the table's link."
    text = encode_invitation(INVITATION)
    with patch("ui.scenes.network.friends.clipboard_paste", return_value=f"Come!\n{text[:20]}\n{text[20:]}\nAda"):
        app.click_button("paste")
    app.click_button("join")
    assert app.expect_scene(JoinDialog).invitation == INVITATION


def test_waiting_for_the_owner_is_told_and_can_be_given_up(app: AppDriver, fake_client: type[RefusedClient]) -> None:
    fake_client.state = ConnectionState.CONNECTED
    fake_client.welcome = Welcome(
        program="1", protocol=1, rules_version=1, game="briscola", table="Bar Sport", state="waiting", is_owner=False
    )
    page = open_join_dialog(app)
    wait_until(app, lambda: "let you in" in getattr(app.context.scenes.top, "question", ""))
    app.click_button("cancel")
    assert app.context.scenes.top is page and fake_client.made[0].is_closed


def test_host_that_does_not_answer_is_a_line_of_its_own(app: AppDriver) -> None:
    invitation = Invitation(("127.0.0.1",), find_free_port(), bytes(32), bytes(16))
    page = open_join_dialog(app, invitation)
    wait_until(app, lambda: bool(page.error))
    assert "isn't answering" in page.error and app.context.scenes.top is page


def test_host_that_has_refused_the_guest_has_answered(app: AppDriver, fake_client: type[RefusedClient]) -> None:
    """Let the client need some time between the refusal and its end, as on a busy machine."""
    fake_client.refusal, fake_client.state = "wrong_token", ConnectionState.LOST
    fake_client.lost_at, fake_client.has_answered = 0.0, True
    page = open_join_dialog(app)
    wait_until(app, lambda: bool(fake_client.made))
    for _frame in range(5):
        app.advance_frame()
    assert not page.error
    fake_client.state = ConnectionState.ENDED
    wait_until(app, lambda: bool(page.error))
    assert page.error == describe_refusal("wrong_token")


def test_join_command_reads_standard_input_and_a_desktop_opens_links(
    app: AppDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, scenes = encode_invitation(INVITATION), list[Any]()

    class StillApp:
        stopped_match_id = None

        def run(self, make_first_scene: Callable[[AppContext], Any]) -> None:
            scenes.append(make_first_scene(app.context))

    monkeypatch.setattr("sys.stdin", StringIO(f" {text[:40]}\n"))
    assert main(["join", "-"]) == 2
    monkeypatch.setattr("sys.stdin", StringIO(f" {text}\n"))
    monkeypatch.setattr("ui.app.launch.make_app", lambda _narration, is_saving: StillApp())
    assert main(["join", "-", "--name", "Bob"]) == 0
    assert (scenes[0].invitation, scenes[0].person.field.text) == (INVITATION, "Bob")
    assert main([format_invitation_link(INVITATION)]) == 0
    assert (scenes[1].invitation, scenes[1].person.field.text) == (INVITATION, "Ann")


# -- going back


def store_seat(app: AppDriver, invitation: Invitation, name: str = "Bar Sport", **fields: Any) -> KnownTable:
    """Store a seat at a table of another machine, and return the table; ``fields``: more of its `GuestSeat`."""
    people = tuple(LobbySeat(PERSON_KIND, person) for person in ("Ann", "Bob", "Cleo"))
    seat = GuestSeat(
        key="ab" * 32, invitation=encode_invitation(invitation), table=name, name="Ann", people=people, **fields
    )
    open_seat_keys(app.context.folders).update(lambda keys: keys.with_seat(invitation, seat))
    return list_known_tables(app.context.folders)[0]


def test_menu_offers_the_table_with_a_seat_until_it_is_forgotten(app: AppDriver) -> None:
    table = store_seat(app, Invitation(("127.0.0.1",), find_free_port(), bytes(32), bytes(16)))
    open_menu_with_table(app)
    assert app.expect_scene(MainMenuScene).continue_text == table.name
    app.click_button("continue")
    dialog = wait_for_scene(app, ConnectDialog)
    wait_until(app, lambda: "forget" in app.widget_ids)
    assert "Trying again" in dialog.question
    app.click_button("forget")
    app.advance_until(lambda: "continue" not in app.widget_ids)
    assert list_known_tables(app.context.folders) == ()


def test_match_at_a_table_is_found_again_in_menu_and_history_beside_a_newer_match(app: AppDriver) -> None:
    players = (PlayerInfo("Ann", PERSON_KIND), PlayerInfo("Bob", PERSON_KIND))
    view = LastView(players, observe(deal_match("3d Ah 7c 2d", game="briscola", seats=2), 0))
    invitation = Invitation(("127.0.0.1",), 1, bytes(32), bytes(16))
    store_seat(app, invitation, game="briscola", view=to_plain(view), updated_at=1.0)
    (table,) = list_known_tables(app.context.folders)
    record = make_record(make_match("spades"), [])
    app.storage.get_repository().release_match(
        app.storage.get_repository().create_match(record, (PERSON_KIND, *["club"] * (len(record.names) - 1)), 1, {})
    )
    opened = list[KnownTable]()
    app.replace_routes(continue_network_table=opened.append)
    open_menu_with_table(app)
    run_settling_frames(app)
    assert app.expect_scene(MainMenuScene).latest_table is None and "2 to finish" in list_all_texts(app)
    app.context.router.open_history(lambda: None)
    run_settling_frames(app)
    history = app.expect_scene(HistoryScene)
    assert [row.table for row in history.rows] == [table, None] and "Over the network" in history.rows[0].narration
    assert history.rows[0].date_text and history.rows[0].date_text in history.rows[0].narration
    history.show_state("saved")
    app.get_widget("matches").select(0)
    run_settling_frames(app)
    assert not {"match-menu", "delete", "analyze"} & {*app.widget_ids}
    app.click_button("continue")
    assert opened == [table]
    open_seat_keys(app.context.folders).update(lambda keys: keys.without_seat(table.invitation))
    app.advance_until(lambda: len(history.rows) == 1)


def store_other_seat(app: AppDriver) -> Invitation:
    """Store a seat at a table of another machine, and return its invitation."""
    invitation = msgspec.structs.replace(INVITATION, secret=bytes(16))
    store_seat(app, invitation)
    return invitation


# -- tables that have ended


def store_hosted_table(app: AppDriver) -> Invitation:
    """Store a table that this machine hosts, and the seat of its owner; return its invitation."""
    folders = app.context.folders
    host_data = get_host_folders(folders).data
    _context, fingerprint = load_server_context(host_data)
    table = StoredTable(
        name="Bar Sport", rules=ONE_DEAL, seat_count=2, port=find_free_port(), secret=SECRET, owner_key=OWNER_KEY,
        browser_port=find_free_port(),
    )  # fmt: skip
    open_tables(host_data).update(lambda tables: tables.with_table(table))
    invitation = Invitation(("127.0.0.1",), table.port, fingerprint, bytes.fromhex(SECRET))
    store_seat(app, invitation)
    return invitation


@pytest.mark.parametrize("page", ["menu", "friends"])
@pytest.mark.parametrize("ending", ["stored end", "gone from the file", "seat forgotten"])
def test_table_that_ends_while_a_page_shows_it_is_gone_at_once(app: AppDriver, page: str, ending: str) -> None:
    folders = app.context.folders
    invitation = store_other_seat(app) if ending == "seat forgotten" else store_hosted_table(app)
    widget_id = "continue" if page == "menu" else "continue-table-1"
    app.context.scenes.replace(MainMenuScene(app.context))
    if page == "friends":
        app.show_over(FriendsScene(app.context))
    app.advance_until(lambda: widget_id in app.widget_ids)
    document = open_tables(get_host_folders(folders).data)
    if ending == "stored end":
        (table,) = document.read()[0].tables.values()
        document.update(lambda tables: tables.with_table(msgspec.structs.replace(table, is_ended=True)))
    elif ending == "gone from the file":
        document.update(lambda tables: StoredTables())
    else:
        forget_seat(folders, invitation)
    assert app.context.scenes.top.seconds_until_next_update <= CHECK_INTERVAL_S
    app.advance_until(lambda: widget_id not in app.widget_ids, seconds=0.1, max_frames=30)


@pytest.mark.parametrize("make_page", [MainMenuScene, FriendsScene])
def test_window_rests_while_another_page_covers_one_with_tables(
    app: AppDriver, make_page: type[MainMenuScene | FriendsScene]
) -> None:
    store_hosted_table(app)
    app.context.scenes.replace(make_page(app.context))
    app.advance_until(lambda: app.context.seconds_until_next_update <= CHECK_INTERVAL_S)
    app.context.router.open_shortcuts()
    app.advance_frame(2 * CHECK_INTERVAL_S)
    app.advance_until(lambda: not app.context.is_busy)
    assert app.context.seconds_until_next_update > CHECK_INTERVAL_S


def test_each_way_to_play_with_others_opens_from_one_page(app: AppDriver) -> None:
    app.show_over(FriendsScene(app.context))
    app.click_button("host-table")
    assert not app.expect_scene(HostTableScene).has_phones
    app.show_over(FriendsScene(app.context))
    app.click_button("host-phones")
    assert app.expect_scene(HostTableScene).has_phones
    app.click(app.get_widget("screen").get_abs_rect().move(-8, 0).midright)
    assert HostTableScene(app.context).context.settings.is_screen_table, "also for the next table"
    app.show_over(FriendsScene(app.context))
    app.click(app.get_widget("play-here").get_abs_rect().center)
    page = app.expect_scene(NewMatchScene)
    app.advance_until(lambda: not page.is_busy)
    assert [player.is_person for player in page.form.players] == [True, True, *[False] * (forms.MAX_SEATS - 2)]


def test_field_with_a_fault_comes_into_view_wherever_the_page_is_scrolled(tmp_path: Path) -> None:
    with open_test_app(tmp_path, size=(960, 540), settings=make_settings(name="Anna", scale=2.0)) as app:
        page = app.show_over(HostTableScene(app.context))
        run_settling_frames(app)
        page.table_name.set_text("")
        (area,) = page.scroll_areas.values()
        area.move_to(0)
        assert not area.viewport.colliderect(app.get_widget("table-name").get_abs_rect())
        app.click_button("open-table")
        assert area.viewport.contains(app.get_widget("table-name").get_abs_rect())


@pytest.mark.parametrize("fault", FAULT_MESSAGES)
def test_host_that_does_not_start_is_told_in_words_of_the_window(
    app: AppDriver, fake_client: type[RefusedClient], monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    set_language("it")
    text = describe_fault(fault, "Bar Sport")
    fake_client.lost_at, fake_client.state = 0.0, ConnectionState.CONNECTING
    launch = MagicMock(return_value=SimpleNamespace(is_done=True, fault=fault, error=text))
    monkeypatch.setattr("ui.scenes.network.connect.HostLaunch", launch)
    store_hosted_table(app)
    open_menu_with_table(app)
    if fault == "no_table":
        open_tables(get_host_folders(app.context.folders).data).path.unlink()
    app.click_button("continue")
    if fault == "no_table":
        wait_until(app, lambda: text in app.toast_text)
    else:
        dialog = wait_for_scene(app, ConnectDialog)
        wait_until(app, lambda: dialog.question == text)
        app.click_button("forget")
        assert launch.call_args.args[3] == LaunchedWays(phones=True), "the code of the phones is still good"
    app.advance_until(lambda: "continue" not in app.widget_ids)
    app.expect_scene(MainMenuScene)
    assert not list_known_tables(app.context.folders)


def test_menu_leads_back_to_the_table_that_is_open_and_quit_says_that_it_stays_open(app: AppDriver) -> None:
    record = make_record(make_match("spades"), [])
    kinds = PERSON_KIND, *["club"] * (len(record.names) - 1)
    repository = app.storage.get_repository()
    repository.release_match(repository.create_match(record, kinds, 1, {}))
    port = store_hosted_table(app).port
    os.utime(get_seat_keys_path(app.context.folders), (1, 1))
    opened = list[KnownTable]()
    app.replace_routes(continue_network_table=opened.append)
    with hold_lock(get_running_lock_path(get_host_folders(app.context.folders).data, port), 0.0):
        open_menu_with_table(app)
        run_settling_frames(app)
        assert app.expect_scene(MainMenuScene).latest_table is None
        app.click_button("own-table")
        assert [table.name for table in opened] == ["Bar Sport"]
        app.click_button("quit")
        assert "stays open" in app.expect_scene(ConfirmDialog).question
        app.click_button("confirm")
        assert not app.context.is_running
    app.context.has_quit = False
    open_menu_with_table(app)
    run_settling_frames(app)
    assert "own-table" not in app.widget_ids


def test_owner_is_not_told_of_the_host_as_somebody_else(app: AppDriver, fake_client: type[RefusedClient]) -> None:
    fake_client.refusal = "ended"
    store_hosted_table(app)
    open_menu_with_table(app)
    app.click_button("continue")
    wait_until(app, lambda: bool(app.toast_text))
    assert app.toast_text == "The table has been closed."
    for code in REFUSAL_MESSAGES:
        text = describe_refusal(code, is_owner=True)
        assert "sk the host" not in text and "The host has ended" not in text


# -- with a real host


@pytest.fixture
def hosted_lobby(app: AppDriver) -> Iterator[LobbyScene]:
    """Yield the lobby of a table that the window hosts; its host is ended at the end."""
    page = app.show_over(HostTableScene(app.context))
    app.advance_until(lambda: "open-table" in app.widget_ids)
    page.set_form(forms.with_rule(page.form, "deals_to_win", 1))
    page.person.field.set_text("Ann")
    page.table_name.set_text("Bar Sport")
    app.click_button("open-table")
    try:
        yield wait_for_scene(app, LobbyScene)
    finally:
        end_hosted_tables(app.context.folders)


@pytest.mark.slow
def test_window_hosts_a_table_plays_and_comes_back(app: AppDriver, hosted_lobby: LobbyScene) -> None:
    lobby = hosted_lobby
    assert lobby.is_owner and lobby.own_seat is not None and lobby.own_seat.name == "Ann"
    invitation = lobby.client.invitation
    app.press_key(pygame.K_ESCAPE)
    app.expect_scene(CloseTableDialog)
    app.click_button("keep-open")
    page = app.show_over(HostTableScene(app.context))
    page.table_name.set_text("Bar Sport")
    app.click_button("open-table")
    assert page.table_name.error and app.context.scenes.top is page, "the name is taken"
    open_menu_with_table(app)
    app.click_button("continue")
    lobby = wait_for_scene(app, LobbyScene)
    assert lobby.is_owner and lobby.client.invitation.secret == invitation.secret
    wait_until(app, lambda: lobby.can_start)
    app.click_button("start")
    table = wait_for_scene(app, TableScene)
    assert table.session.info.names[0] == "Ann"
    app.post_event(pygame.QUIT)
    app.expect_scene(CloseTableDialog)
    app.press_key(pygame.K_ESCAPE)
    app.context.router.open_main_menu()
    app.advance_until(lambda: "continue" in app.widget_ids)
    app.click_button("continue")
    again = wait_for_scene(app, TableScene)
    assert again is not table and again.session.info.seats == (0,)


@pytest.mark.slow
def test_window_hosts_a_table_for_phones_whose_screen_is_the_table(app: AppDriver) -> None:
    page = app.show_over(HostTableScene(app.context, has_phones=True))
    app.advance_until(lambda: "screen" in app.widget_ids)
    app.click(app.get_widget("screen").get_abs_rect().move(-8, 0).midright)
    app.click_button("open-table")
    try:
        lobby = wait_for_scene(app, LobbyScene)
        wait_until(app, lambda: bool(lobby.reach.phones) and lobby.lobby.your_seat is None)
        assert lobby.is_screen_table and lobby.own_seat is None and not page.table_name.error
    finally:
        end_hosted_tables(app.context.folders)


@pytest.mark.slow
def test_continue_starts_the_host_that_was_killed_at_the_same_match(app: AppDriver, tmp_path: Path) -> None:
    host = HostProcess(tmp_path, ONE_DEAL, 2)
    try:
        open_join_dialog(app, decode_invitation(host.invitation), owner_key=host.owner_key)
        wait_for_scene(app, LobbyScene)
        app.click_button("start")
        wait_for_scene(app, TableScene)
        hand = app.table_scene.session.observation.board.hands[0]
        app.context.router.open_main_menu()
        host.kill()
        app.advance_until(lambda: "continue" in app.widget_ids)
        wait_until(app, lambda: list_known_tables(app.context.folders)[0].view is not None)
        view = list_known_tables(app.context.folders)[0].view
        assert view is not None and view.observation.board.hands[0] == hand
        app.click_button("continue")
        table = wait_for_scene(app, TableScene)
        assert table.session.info.names[0] == "Ann"
        (known,) = list_known_tables(app.context.folders)
        assert known.invitation.port == decode_invitation(host.invitation).port
    finally:
        end_hosted_tables(app.context.folders)


# -- the lobby


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path / "host", seats=4)


def show_lobby(app: AppDriver, client: LobbyGuest, *, is_hosted_here: bool = False) -> LobbyScene:
    """Show the lobby of a guest over the main menu."""
    return app.show_over(LobbyScene(app.context, client.as_client, is_hosted_here=is_hosted_here))


@pytest.fixture
def ann(host: Host) -> LobbyGuest:
    """Return the owner of the table."""
    return LobbyGuest(host, "Ann", is_owner=True)


@pytest.fixture
def bob(host: Host, ann: LobbyGuest) -> LobbyGuest:
    """Return another guest of the table."""
    return LobbyGuest(host, "Bob")


def test_owner_lets_a_person_watch_who_finds_the_table_full_and_has_a_lobby_without_a_seat(
    app: AppDriver, host: Host, ann: LobbyGuest, bob: LobbyGuest
) -> None:
    for seat in range(2, len(bob.guest.lobby.seats)):
        ann.fill_seat(seat, "random")
    zoe = LobbyGuest(host, "Zoe")
    scene = show_lobby(app, ann)
    assert "watchers" in app.widget_ids
    app.click_menu_entry("watchers", "let-watch-0")
    app.advance_frame()
    assert "Watching: Zoe" in scene.status
    scene = show_lobby(app, zoe)
    assert scene.own_seat is None and "Watching: Zoe" in scene.status and not {"ready", "start"} & {*app.widget_ids}
    scene = show_lobby(app, ann)
    app.click_menu_entry("watchers", "send-away-0")
    assert zoe.guest.refusal == "removed" and "Watching" not in scene.status


def test_f1_opens_the_page_on_friends_in_the_lobby_and_before_joining(app: AppDriver, ann: LobbyGuest) -> None:
    nearby = JoinDialog(app.context, app.show_over(FriendsScene(app.context)), nearby=NEARBY_TABLES[0])
    for show in (lambda: app.context.scenes.push(nearby), lambda: show_lobby(app, ann)):
        show()
        app.press_key(pygame.K_F1)
        assert app.expect_scene(HelpScene).page_name == "friends"


def show_phones_lobby(app: AppDriver, *names: str, is_watching: bool = False) -> tuple[LobbyScene, StillClient]:
    """Show the owner's lobby of a table with phones; return it and its client."""
    lobby = msgspec.structs.replace(make_lobby(names), your_seat=None if is_watching else 0)
    client = StillClient(lobby, is_owner=True, is_watching=is_watching)
    client.reach = PHONES_REACH
    scene = app.show_over(LobbyScene(app.context, client.as_client))
    app.advance_until(lambda: not app.context.tasks.has_pending(scene))
    return scene, client


def test_lobby_whose_screen_is_the_table_says_who_is_here_and_who_may_come(app: AppDriver) -> None:
    anna, *empty = make_lobby(("Anna", "")).seats
    seats = msgspec.structs.replace(anna, is_owner=False, is_ready=True), *empty
    lobby = msgspec.structs.replace(make_lobby(("Anna", "")), seats=seats, your_seat=None)
    client = StillClient(lobby, is_owner=True, is_watching=True)
    client.reach = PHONES_REACH
    scene = app.show_over(LobbyScene(app.context, client.as_client))
    assert scene.status == "Computer players will take the empty seats."
    lines = "\n".join(scene.narration)
    assert "Anna, here, Ready" in lines and "Scan to sit here, or a computer: Strong" in lines


@pytest.mark.parametrize("is_pressed", [False, True])
def test_code_for_phones_is_in_the_lobby_and_can_be_as_high_as_the_window(app: AppDriver, *, is_pressed: bool) -> None:
    lobby, _client = show_phones_lobby(app, "Anna", "Leo", "")
    if is_pressed:
        app.click(app.get_widget("phone-code").get_abs_rect().center)
    else:
        app.press_key(pygame.K_q)
    app.expect_scene(LargeCodeScene)
    app.press_key(pygame.K_a)
    assert app.context.scenes.top is lobby
    with patch("ui.services.invitations.clipboard_copy") as copy:
        app.click_button("copy-phones-link")
    assert copy.call_args.args == (PHONES_REACH.phones,)
    app.click_button("programs")
    assert "copy-invitation" in app.widget_ids and "phone-code" not in app.widget_ids
    app.click_button("phones")
    assert "phone-code" in app.widget_ids


@check_rows("size", [(1280, 720), (1366, 768), (1920, 1080)])
def test_code_for_phones_is_beside_a_table_of_five_without_scrolling(tmp_path: Path, size: tuple[int, int]) -> None:
    with open_test_app(tmp_path / f"{size[0]}", size=size, settings=make_settings(name="Anna")) as app:
        show_phones_lobby(app, "Anna", "Leo", "", "Ada", "")
        code, start = (app.get_widget(widget_id).get_abs_rect() for widget_id in ("phone-code", "start"))
        assert code.bottom < start.top and code.left > app.get_widget("seat-0").get_abs_rect().right


def test_full_table_takes_the_room_of_the_code_until_the_owner_invites(app: AppDriver) -> None:
    show_phones_lobby(app, "Anna", "Leo")
    assert "phone-code" not in app.widget_ids
    app.click_button("invite")
    assert "phone-code" in app.widget_ids


def test_owner_makes_the_screen_the_table_and_takes_a_seat_again(app: AppDriver) -> None:
    _lobby, client = show_phones_lobby(app, "Anna", "")
    app.click_button("screen")
    assert client.sent == [LetWatch(name="Anna")]
    lobby, client = show_phones_lobby(app, "", "", is_watching=True)
    assert "Scan the code" in lobby.status and not app.get_widget("start").is_enabled, "nobody would play"
    app.click_button("screen")
    assert client.sent == [LetWatch(name="Anna", may_watch=False)]


def test_owner_copies_the_link_with_the_present_ways(app: AppDriver, ann: LobbyGuest) -> None:
    show_lobby(app, ann)
    ann.invitation = msgspec.structs.replace(INVITATION, outer=(Endpoint("11.0.0.7", 50124),))
    with patch("ui.services.invitations.clipboard_copy") as copy:
        app.click_button("copy-invitation")
    text = copy.call_args.args[0]
    assert text.startswith("tavoloverde:") and decode_invitation(text) == ann.invitation


def test_link_that_the_system_opens_in_the_menu_leads_to_its_table(app: AppDriver) -> None:
    app.context.scenes.replace(MainMenuScene(app.context))
    app.post_event(pygame.DROPFILE, file=format_invitation_link(INVITATION))
    app.advance_until(lambda: isinstance(app.context.scenes.top, JoinDialog))
    assert app.expect_scene(JoinDialog).invitation == INVITATION


# -- tables on this network, and the ways to an own one


class FakeSearch:
    """A search that finds what the test says."""

    tables: tuple[NearbyTable, ...] = ()
    is_open = False

    def open(self) -> None:
        self.is_open = True

    def close(self) -> None:
        self.is_open = False


def test_tables_nearby_come_and_go_while_the_page_is_open(app: AppDriver, narration_log: FakeTextLog) -> None:
    search = FakeSearch()
    app.context.environment = app.context.environment._replace(make_search=lambda _on_change: search)
    app.show_over(FriendsScene(app.context))
    assert search.is_open and "join-1" not in app.widget_ids
    search.tables = NEARBY_TABLES
    app.advance_frame()
    assert {"join-1", "join-2"} <= set(app.widget_ids) and not app.get_widget("join-3").is_enabled, "it is full"
    assert "Leo's table. Briscola · 4 players · 2 free seats" in narration_log.take_lines()
    search.tables = NEARBY_TABLES[:1]
    app.advance_frame()
    assert "join-2" not in app.widget_ids
    app.press_key(pygame.K_ESCAPE)
    assert not search.is_open
    app.context.settings = msgspec.structs.replace(app.context.settings, nearby=False)
    app.show_over(FriendsScene(app.context))
    assert not search.is_open, "the person has turned it off"


def test_digits_lead_to_the_table_or_say_what_is_wrong(app: AppDriver, fake_client: type[RefusedClient]) -> None:
    fake_client.refusal = "started"
    dialog = JoinDialog(app.context, app.show_over(FriendsScene(app.context)), nearby=NEARBY_TABLES[0])
    app.context.scenes.push(dialog)
    app.click_button("join")
    assert "six digits" in dialog.digits.error
    dialog.digits.set_text("740 218")
    for refusal, invitation in (("wrong_digits", None), ("unreachable", None), ("", INVITATION)):
        attempt = SimpleNamespace(is_done=True, refusal=refusal, invitation=invitation)
        with patch("ui.scenes.network.join.KnockAttempt", return_value=attempt) as knock:
            app.click_button("join")
        assert knock.call_args.args == (NEARBY_TABLES[0], "740218")
        wait_until(app, lambda: app.context.scenes.top is dialog)
        expected = describe_refusal("started" if invitation else refusal)
        shown = dialog.digits.error if refusal == "wrong_digits" else dialog.error
        assert shown == expected or (refusal == "unreachable" and "isn't answering" in shown)
    assert fake_client.made[-1].invitation == INVITATION


def test_more_options_of_a_new_table_come_into_view_in_large_text(tmp_path: Path) -> None:
    with open_test_app(tmp_path, size=(960, 540), settings=make_settings(scale=2.0)) as app:
        page = app.show_over(HostTableScene(app.context))
        app.advance_until(lambda: "open-table" in app.widget_ids)
        app.click_button("more-ways")
        assert page.scroll_areas["match"].viewport.contains(app.get_widget("phones").get_abs_rect())


def test_name_that_is_missing_can_be_typed_at_once(app: AppDriver) -> None:
    page = app.show_over(HostTableScene(app.context))
    app.advance_until(lambda: "open-table" in app.widget_ids)
    page.person.field.set_text("")
    page.table_name.set_text("")
    app.click_button("open-table")
    assert page.person.field.error and page.table_name.error
    app.type_text("Zoe")
    assert page.person.field.text == "Zoe" and not page.person.field.error


def test_host_page_keeps_the_ways_and_starts_the_host_with_them(app: AppDriver) -> None:
    page = app.show_over(HostTableScene(app.context))
    app.advance_until(lambda: "open-table" in app.widget_ids)
    ways = {"relay", "router", "nearby", "phones"}
    assert not ways & {*app.widget_ids}, "it begins with the game and the names"
    app.click_button("more-ways")
    assert ways <= {*app.widget_ids} and not app.get_widget("router").value
    page.relay.set_text("no_relay! word")
    app.click_button("more-ways")
    app.click_button("open-table")
    assert page.relay.error and app.context.scenes.top is page and "relay" in app.widget_ids
    page.relay.set_text("relay.example.org:7471  the word")
    app.click(app.get_widget("router").get_abs_rect().center)
    app.click(app.get_widget("phones").get_abs_rect().center)
    assert "screen" in app.widget_ids
    failed_launch = SimpleNamespace(is_done=True, fault="", error="It did not start.")
    with patch("ui.scenes.network.host.HostLaunch", return_value=failed_launch) as launch:
        app.click_button("open-table")
        wait_until(app, lambda: bool(page.table_name.error))
    assert launch.call_args.args[3:] == (LaunchedWays(phones=True), "beginner"), "a test sends nothing else"
    app.context.environment = app.context.environment._replace(make_search=lambda _on_change: FakeSearch())
    kept_ways = LaunchedWays(nearby=True, router=True, relay="relay.example.org:7471", relay_word="the word")
    assert list_launched_ways(app.context) == kept_ways


@pytest.mark.parametrize("has_played", [False, True])
def test_host_page_gives_empty_seats_the_level_that_suits_the_person(tmp_path: Path, *, has_played: bool) -> None:
    form = forms.with_level(forms.make_default_form("Anna"), "club")
    with open_test_app(tmp_path, settings=make_settings(name="Anna")) as app:
        last_choices = LastChoices(game="briscola", forms={"briscola": form})
        open_last_choices(app.context.folders).update(lambda _choices: last_choices)
        if has_played:
            store_wins_before_last_card(app.storage.get_repository())
        app.show_over(HostTableScene(app.context))
        app.advance_until(lambda: "open-table" in app.widget_ids)
        with patch("ui.scenes.network.host.HostLaunch") as launch:
            app.click_button("open-table")
        assert launch.call_args.args[4] == ("beginner" if has_played else "club")


@check_rows(("known", "word"), [
    ({}, "No"), ({"router": "asking"}, "Checking…"), ({"router": "probably"}, "Probably"),
    ({"router": "probably", "probe": "yes"}, "Yes"), ({"router": "probably", "probe": "no"}, "No"),
    ({"router": "private_address", "relay": "yes"}, "Yes"), ({"relay": "connecting"}, "Checking…"),
    ({"relay": "word_wrong"}, "No"), ({"router": "no_router", "is_reached": True}, "Yes"),
])  # fmt: skip
def test_lobby_says_whether_other_homes_can_reach_it_and_else_what_helps(known: dict[str, Any], word: str) -> None:
    _symbol, answer, hint = find_outer_reach(Reach(**known))
    assert answer == word and bool(hint) == (word in ("No", "Probably"))


def test_owner_shows_another_number_after_the_last_try(app: AppDriver, ann: LobbyGuest, host: Host) -> None:
    lobby = show_lobby(app, ann)
    assert lobby.find("digits").text == "740\u00a0218"
    renewed = list[None]()
    host.table.renew_digits = lambda: renewed.append(None)
    ann.reach = Reach(is_nearby=True)
    app.advance_frame()
    app.click_button("new-digits")
    assert renewed and lobby.is_owner
