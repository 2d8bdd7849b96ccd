"""The menu of the owner of a table over the network for people without a seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from game.core.sanitizer import name_key
from game.text.gettext import _
from ui.widgets.popup_menu import MenuEntry

if TYPE_CHECKING:
    from game.network.guest_client import GuestClient


def list_watcher_entries(client: GuestClient, player_names: Iterable[str]) -> list[MenuEntry]:
    """Return the entries that let people watch who wait, and send away those who wait or watch.

    A person with the name of a player at the table cannot watch. An owner who watches is not sent away.
    """
    from game.network.messages import MAX_WATCHERS  # only a table over the network loads it

    taken_names, waiting, entries = set(map(name_key, player_names)), client.waiting_names, list[MenuEntry]()
    for number, name in enumerate(waiting):
        if name_key(name) not in taken_names and len(client.watcher_names) < MAX_WATCHERS:
            text = _("Let {name} watch").format(name=name)
            entries.append(
                MenuEntry(f"let-watch-{number}", text, _make_request(client, name, may_watch=True), "people")
            )
    for number, name in enumerate((*waiting, *list_other_watchers(client))):
        text = _("Send {name} away").format(name=name)
        send_away = _make_request(client, name, may_watch=False)
        entries.append(MenuEntry(f"send-away-{number}", text, send_away, "trash", True))
    return entries


def list_other_watchers(client: GuestClient) -> tuple[str, ...]:
    """Return the names of the watchers at other screens."""
    own_name = name_key(client.person.name)
    return tuple(name for name in client.watcher_names if name_key(name) != own_name)


def is_screen_table(client: GuestClient) -> bool:
    """Return whether the screen of the owner is the table: they watch, so it shows what everyone may see."""
    welcome = client.welcome
    return welcome is not None and welcome.is_owner and welcome.state == "watching"


def _make_request(client: GuestClient, name: str, *, may_watch: bool) -> Callable[[], None]:
    from game.network.messages import LetWatch

    return partial(client.send, LetWatch(name=name, may_watch=may_watch))
