"""Scenes of the pages of tables over the network."""

from __future__ import annotations

import msgspec
import pygame
from msgspec.structs import replace

from game.match.observation import observe
from game.match.setup import PERSON_KIND, PlayerInfo
from game.network.messages import FillSeat, LobbySeat
from game.network.refusals import describe_refusal
from game.network.table_files import LastView
from game.session.messages import Command, Ready
from tests.helpers import PLAYER_NAMES, deal_match
from tests.network.host import Host
from tests.ui.app_driver import AppDriver
from tests.ui.lobby_guest import KNOWN_TABLE, NEARBY_TABLES, PHONES_REACH, LobbyGuest, StillClient, make_lobby
from tests.ui.match_driver import run_settling_frames
from tests.ui.scene_registry import ViewNames
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.network.friends import FriendsScene
from ui.scenes.network.host import HostTableScene
from ui.scenes.network.join import JoinDialog
from ui.scenes.network.lobby import LobbyScene


def show_pages(app: AppDriver) -> ViewNames:
    """Show the ways to a table over the network, and its lobby."""
    menu = MainMenuScene(app.context)
    app.context.scenes.replace(menu)
    run_settling_frames(app)
    players = tuple(PlayerInfo(name, PERSON_KIND) for name in PLAYER_NAMES[:2])
    people = tuple(LobbySeat(PERSON_KIND, player.name) for player in players)
    view = LastView(players, observe(deal_match("3d Ah 7c 2d", game="briscola", seats=2), 0))
    menu.known_tables = (replace(KNOWN_TABLE, people=people, view=view),)
    menu.recompose("body")
    yield "network-menu"
    friends = app.show_over(FriendsScene(app.context))
    yield "network-friends"
    friends.show_nearby_tables(NEARBY_TABLES)
    friends.invitation.set_text("Come and play! tv2.kaoxOTIuMTY4LjEuMjA")
    friends.join()
    yield "network-tables-nearby"
    host = app.show_over(HostTableScene(app.context))
    host.person.field.set_text("Anna")
    yield "network-host"
    app.click_button("more-ways")
    yield "network-host-more"
    friends = app.show_over(FriendsScene(app.context))
    join = JoinDialog(app.context, friends, nearby=NEARBY_TABLES[0])
    app.context.scenes.push(join)
    join.person.field.set_text("Anna")
    join.digits.set_text("740 218")
    yield "network-join"
    join.digits.set_error(describe_refusal("wrong_digits"))
    yield "network-join-refused"
    yield from _show_lobby(app)


def show_phones(app: AppDriver) -> ViewNames:
    """Show a new table with phones, and its lobby: with a seat for this screen, as the table, and full."""
    app.context.scenes.replace(MainMenuScene(app.context))
    host = app.show_over(HostTableScene(app.context, has_phones=True))
    host.person.field.set_text("Anna")
    yield "phones-host"
    for name, people, is_watching in (
        ("phones-lobby", ("Anna", "Leo", "", "Ada", ""), False),
        ("phones-screen-table", ("", "Leo", "", "Ada", ""), True),
        ("phones-full", ("Anna", "Leo"), False),
    ):
        lobby = make_lobby(people)
        if is_watching:
            lobby = msgspec.structs.replace(lobby, your_seat=None)
        client = StillClient(lobby, is_owner=True, table="Rosa's table", is_watching=is_watching)
        client.reach = PHONES_REACH
        app.show_over(LobbyScene(app.context, client.as_client))
        run_settling_frames(app)
        yield name
    app.click_button("invite")
    yield "phones-invite"
    app.click_button("programs")
    yield "phones-programs"
    app.press_key(pygame.K_q)
    yield "phones-code"


def _show_lobby(app: AppDriver) -> ViewNames:
    host = Host(app.context.folders.data / "network-pictures", seats=4)
    anna = LobbyGuest(host, "Anna", is_owner=True)
    bruno = LobbyGuest(host, "Bruno")
    LobbyGuest(host, "Carla")
    bruno.send(Command(Ready()))
    anna.send(FillSeat(seat=3, level="club"))
    app.show_over(LobbyScene(app.context, anna.as_client))
    yield "network-lobby"
    app.click(app.get_widget("seat-2").get_abs_rect().center)
    yield "network-lobby-menu"
    app.press_key(pygame.K_ESCAPE)
    app.click_button("leave")
    yield "network-close"
    app.press_key(pygame.K_ESCAPE)
    app.show_over(LobbyScene(app.context, bruno.as_client))
    yield "network-lobby-guest"
