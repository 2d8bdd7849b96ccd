"""Scenes of a table over the network: absent people, a lost host, the end of a match and its offers."""

from __future__ import annotations

import msgspec
import pygame

from game.match.house_rules import RuleSet, make_preset_rule_set
from game.network.messages import Rematch
from game.session.messages import Command, Ready, Say
from tests.ui.app_driver import AppDriver
from tests.ui.lobby_guest import PHONES_REACH
from tests.ui.network_window import FOUR_ALONE, LONG_NAMES, NetworkWindow
from tests.ui.scene_registry import ViewNames
from ui.table.scene import TableScene


def show_network_table(app: AppDriver) -> ViewNames:
    """Show a table over the network: absent people, the pause, a lost host, the wait for a deal, the end."""
    names = LONG_NAMES
    window = NetworkWindow(app, app.context.folders.data, names, FOUR_ALONE)
    for _turn in range(2):
        window.advance_to_own_turn()
        window.play_first_card()
    window.advance_to_own_turn()
    for name in names[1:3]:
        window.host.leave(window.others[name])
    window.frames(35, seconds=1.0)
    yield "network-away"
    window.host.join(names[1], run="dd")
    window.frames(2)
    app.press_key(pygame.K_ESCAPE)
    yield "network-pause"
    app.click_button("substitute")
    for name in names[1:3]:
        key = window.others[name].key
        window.others[name] = window.host.join(name, token=key, run=f"ab{name}".encode().hex())
    window.frames()
    window.client.lose_connection()
    window.frames(14, seconds=1.0)
    yield "network-lost"
    window.client.connect_again(is_owner=True)
    window.frames()
    window.play_deal()
    app.click_button("next-deal")
    window.frames()
    yield "network-next-deal"
    for guest in window.others.values():
        guest.send(Command(Ready()))
    window.frames()
    window.host.table.end()
    window.frames()
    yield "network-ended"


def show_network_result(app: AppDriver) -> ViewNames:
    """Show the result of a match over the network, and the wait for another one."""
    window = NetworkWindow(app, app.context.folders.data, LONG_NAMES[:2])
    window.play_deal()
    window.frames()
    yield "network-result"
    app.click_button("play-again")
    window.frames()
    yield "network-result-waiting"


def show_network_offer(app: AppDriver) -> ViewNames:
    """Show a guest that the owner wants another match."""
    window = NetworkWindow(app, app.context.folders.data, LONG_NAMES[:2], is_owner=False)
    window.play_deal()
    window.frames()
    window.others[LONG_NAMES[1]].send(Rematch())
    window.frames()
    yield "network-offer"


def show_network_absence(app: AppDriver) -> ViewNames:
    """Show a guest that another one is away, then that the owner is."""
    window = NetworkWindow(app, app.context.folders.data, LONG_NAMES, FOUR_ALONE, is_owner=False)
    window.advance_to_own_turn()
    window.host.leave(window.others.pop(LONG_NAMES[2]))
    window.frames(35, seconds=1.0)
    yield "network-guest-away"
    app.press_key(pygame.K_ESCAPE)
    yield "network-guest-pause"
    app.press_key(pygame.K_ESCAPE)
    window.host.leave(window.others.pop(LONG_NAMES[1]))
    window.frames(35, seconds=1.0)
    window.play_first_card()
    window.frames(3, seconds=1.0)
    yield "network-owner-away"


def show_network_watching(app: AppDriver) -> ViewNames:
    """Show the window of a person without a seat, then the owner's menu for such people."""
    window = NetworkWindow(app, app.context.folders.data / "watcher", LONG_NAMES, FOUR_ALONE, is_watching=True)
    for _turn in range(4):
        window.frames(3)
        window.play_for_others()
    window.frames(3)
    yield "network-watching"
    app.press_key(pygame.K_ESCAPE)
    yield "network-watching-pause"
    window = NetworkWindow(app, app.context.folders.data / "owner", LONG_NAMES[:3])
    for name in ("Zoe", "Maximiliane Eichendorff"):
        window.host.join(name)
    window.client.let_watch("Zoe")
    window.frames(60, seconds=0.2)
    app.press_key(pygame.K_ESCAPE)
    app.click_button("watchers")
    window.frames()
    yield "network-watchers"


def show_television(app: AppDriver) -> ViewNames:
    """Show the screen of an owner without a seat: each game, the menu, the result of a deal and of the match."""
    names = ("Zoe", *LONG_NAMES, "Maximiliane Eichendorff", "Wenceslas Wagenknecht")
    for game, seats, turns in (("chiamata", 5, 4), ("spades", 4, 3), ("muscio", 6, 2), ("briscola", 2, 4)):
        window = NetworkWindow(
            app, app.context.folders.data / game, names[: seats + 1], make_preset_rule_set(game), is_television=True
        )
        window.client.reach = PHONES_REACH
        for turn in range(turns):
            window.frames(3)
            window.play_for_others(int(game == "chiamata" and turn < 2))
        window.frames(3)
        yield f"television-{game}"
    app.press_key(pygame.K_ESCAPE)
    yield "television-menu"
    app.press_key(pygame.K_ESCAPE)
    window.play_deal()
    yield "television-deal-result"
    window = NetworkWindow(app, app.context.folders.data / "end", names[:3], is_television=True)
    window.play_deal()
    window.frames()
    yield "television-result"


def show_network_false_host(app: AppDriver) -> ViewNames:
    """Show a guest that the host has sent nonsense."""
    window = NetworkWindow(app, app.context.folders.data, LONG_NAMES, FOUR_ALONE, is_owner=False)
    window.advance_to_own_turn()
    window.client.check.report("host_nonsense")
    window.frames(3)
    yield "network-false-host"


def show_network_bar(app: AppDriver) -> ViewNames:
    """Show a guest, then the owner, that the owner's time ended the match."""
    rules = RuleSet(game="muscio", preset="gattorna", changes={"turn_seconds": 60})
    for name, is_owner in (("network-bar", False), ("network-bar-of-owner", True)):
        window = NetworkWindow(app, app.context.folders.data / name, LONG_NAMES[:3], rules, is_owner=is_owner)
        window.frames()
        session = window.table.session
        owner_seat = session.observation.seat if is_owner else window.others[LONG_NAMES[1]].observation.seat
        while session.observation.turn != owner_seat:
            if session.is_your_turn:
                window.play_first_card()
            for guest in window.others.values():
                if guest.observation.legal_actions and guest.observation.seat != owner_seat:
                    guest.act()
            window.frames()
        window.frames(20, seconds=4.0)
        yield name


def show_network_people(app: AppDriver) -> ViewNames:
    """Show how people are muted and removed, a void round of words, and a false host."""
    window = NetworkWindow(app, app.context.folders.data, LONG_NAMES, FOUR_ALONE)
    first, second = (window.others[name] for name in LONG_NAMES[1:3])
    for _turn in range(2):
        window.advance_to_own_turn()
        window.play_first_card()
    window.advance_to_own_turn()
    for number, guest in enumerate((first, second), 900):
        guest.send(Command(Say("Well played!"), number))
    window.frames()
    app.press_key(pygame.K_ESCAPE)
    app.click_button("talk")
    app.click_button("mute")
    window.frames()
    yield "network-mute"
    while not isinstance(app.context.scenes.top, TableScene):
        app.press_key(pygame.K_ESCAPE)
    window.play_deal()
    app.click_button("more")
    app.click_button("pause")
    app.click_button("remove")
    window.frames()
    yield "network-remove"
    entry = f"remove-{second.observation.seat}"
    if entry not in app.widget_ids:
        app.click_button("remove")
    app.click_button(entry)
    window.frames()
    yield "network-remove-question"
    app.click_button("confirm")
    del window.others[LONG_NAMES[2]]
    window.frames()
    yield "network-removed"
    window.frames(60, seconds=0.2)
    first.opens = False
    app.click_button("next-deal")
    for guest in window.others.values():
        guest.send(Command(Ready()))
    window.frames(10, seconds=0.2)
    yield "network-shuffle"
    while not window.client.check.late_words:
        window.frame(seconds=0.5)
    window.frames(2, seconds=0.5)
    yield "network-void-round"
    assert window.client.guest is not None
    shuffle = window.client.guest.find_shuffle()
    assert shuffle is not None
    window.client.receive_message(msgspec.structs.replace(shuffle, seal="0" * 64))
    window.frames()
    yield "network-false-seal"
