"""Walks through pages, as text files that a person can read: what they do, and what the program says and stores.

A line that begins with ">" is what a person does, or what happens on their machine: the name of a method of `Walk`
with its arguments. ``python -m tools.transcripts page_walks`` writes the lines below it: the scene that opens with the
ids of its widgets if it is new, the narration, the texts that are new in a scene, the widgets that come, change and go,
and the changed files and matches. A line that begins with "#" is a remark.
"""

from __future__ import annotations

import json
import shlex
from collections import ChainMap
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import msgspec
import pygame

from game.exchange.rule_files import export_rule_set
from game.match.house_rules import change_rule, make_preset_rule_set
from game.network.guest_client import ConnectionState
from game.network.invitation import encode_invitation
from game.network.known_tables import list_known_tables
from game.network.messages import LobbySeat
from game.network.table_files import GuestSeat, open_seat_keys
from game.rules import GAMES
from game.statistics.daily_deals import DailyResult, store_daily_start
from tests.fakes import FakeTextLog, add_profile, block_person
from tests.helpers import make_match, make_record, play_random_actions
from tests.network.host import Host
from tests.same_deals import import_match, store_match
from tests.ui.app_driver import AppDriver
from tests.ui.lobby_guest import INVITATION, LobbyGuest, RefusedClient
from tests.ui.match_driver import run_settling_frames
from tests.ui.plain_cards import draw_plain_card
from tests.ui.scene_registry.scenes import open_scene_app
from tests.ui.text_recorder import TextRecorder, list_all_texts, record_texts
from ui.app.narrator import Narrator
from ui.graphics import card_images
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.network.lobby import LobbyScene

WALK_FOLDER: Final = Path(__file__).parents[1] / "page_walks"
MAX_LINES: Final = 9
"""The most lines of a narration, and of new texts, that are written: a page of the help is read out whole."""
COMMAND_MARK: Final = "> "
REMARK_MARK: Final = "# "


def list_walks() -> list[Path]:
    return sorted(WALK_FOLDER.glob("*.txt"))


def format_walk(path: Path) -> str:
    """Return the walk of a file with what the program says and stores now."""
    lines = path.read_text("utf-8").splitlines()
    steps = [line for line in lines if line.startswith((COMMAND_MARK, REMARK_MARK))]
    client = type("WalkClient", (RefusedClient,), {"made": []})
    with (
        patch.dict("os.environ", HOME="/home/anna"),
        patch("game.network.guest_client.GuestClient", client),
        patch.object(card_images, "rasterise", draw_plain_card),
        record_texts() as recorder,
        open_scene_app() as app,
    ):
        walk = Walk(app, recorder, client)
        return "".join(f"{line}\n" for step in steps for line in (step, *walk.take_step(step)))


class Walk:
    """A program in which somebody walks through pages; it begins at the main menu."""

    def __init__(self, app: AppDriver, recorder: TextRecorder, client: type[RefusedClient]) -> None:
        self.app, self._recorder, self._log, self._client = app, recorder, FakeTextLog(), client
        self._guests: dict[str, LobbyGuest] = {}
        app.context.services.append(Narrator(app.context, self._log))
        app.skips_painting = True
        app.context.scenes.push(MainMenuScene(app.context))
        self._scene: Any = None
        self._views: dict[Any, tuple[set[str], dict[str, str]]] = {}  # the texts and widgets of each scene
        self._stored: dict[str, str] = {}
        self._list_changes()

    def take_step(self, step: str) -> list[str]:
        """Do what a line of a walk says, and return what happens."""
        if step.startswith(REMARK_MARK):
            return []
        command, *words = shlex.split(step.removeprefix(COMMAND_MARK))
        shown = getattr(self, command)(*words) or ()
        if self.app.context.is_running:
            return [*shown, *self._list_changes()]
        return ["the program ends", *self._list_stored_changes()]

    # -- what happens

    def _list_changes(self) -> list[str]:
        """Let the program come to rest, and return what is said, shown and stored since the last call."""
        run_settling_frames(self.app)
        self.app.advance_until(lambda: self.app.context.scenes.top.is_ready)
        self.app.skips_painting = False
        self.app.repaint()
        self.app.skips_painting = True
        changes = [f"{client.person.name} asks, portrait {client.person.avatar_number}" for client in self._client.made]
        self._client.made.clear()
        changes += self._iter_scene_changes()
        self._recorder.pictures.clear()
        return [*changes, *self._list_stored_changes()]

    def _list_stored_changes(self) -> list[str]:
        stored, self._stored = self._stored, self._read_stored()
        return [*iter_differences(stored, self._stored)]

    def _iter_scene_changes(self) -> Iterator[str]:
        scene, said = self.app.context.scenes.top, self._log.take_lines()
        texts = {text for _image, text in self._recorder.pictures.values() if text.strip()}
        widgets = {name: self._describe_widget(name) for name in self.app.widget_ids}
        is_new = scene not in self._views
        old_texts, old_widgets = self._views.get(scene, (texts, widgets))
        if scene is not self._scene:
            yield f"[{type(scene).__name__}] {' '.join(widgets) * is_new}".rstrip()
        yield from (f'"{line}"' for line in said[:MAX_LINES])
        words = "\n".join([*said, *widgets.values(), *old_widgets.values()])
        new_texts = [text for text in sorted(texts - old_texts) if text not in words]
        yield from (f"shown: {text}" for text in new_texts[:MAX_LINES])
        yield from iter_differences(old_widgets, widgets)
        self._scene, self._views[scene] = scene, (texts | old_texts, widgets)

    def _describe_widget(self, name: str) -> str:
        """Return the words for a widget as when it has the focus."""
        focus = self.app.context.scenes.top.focus
        focused_id, is_ring_shown = focus.focused_id, focus.is_ring_shown
        focus.focused_id, focus.is_ring_shown = name, True
        words = focus.description.text if focus.description is not None else ""
        focus.focused_id, focus.is_ring_shown = focused_id, is_ring_shown
        return words + " (disabled)" * (not self.app.get_widget(name).is_enabled)

    def _read_stored(self) -> dict[str, str]:
        """Return the values in all files and the matches, by their names."""
        stored: dict[str, str] = {}
        for path in sorted(Path("home").rglob("*.json")):
            stored |= flatten(json.loads(path.read_text("utf-8")), path.name)
        for entry in self.app.storage.get_repository().archive.list_entries():
            state = entry.error or ("saved" if entry.is_unfinished else "over")
            stored[f"match {entry.id}"] = ", ".join([entry.game_id, *entry.names, state, *sorted(entry.flags)])
        if self._guests:
            table = self._host.table
            stored["table"] = "ended" if table.is_ended else "open" if table.match is None else "playing"
            stored |= {f"connection of {name}": "closed" for name, guest in self._guests.items() if guest.is_closed}
        return stored

    # -- what a person does

    def click(self, name: str) -> None:
        self.app.click_widget(name)

    def press(self, name: str, *keys: str) -> None:
        """Give a widget the focus and press keys."""
        self.app.press_on(name)
        self.keys(*keys)

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.app.press_key(pygame.key.key_code(key), unicode=key if len(key) == 1 else "")

    def type(self, text: str) -> None:
        """Type a text so fast that all of it comes in one frame."""
        for letter in text:
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))

    def drop(self, *files: str) -> None:
        for file in files:
            self.app.post_event(pygame.DROPFILE, file=file)

    def close(self) -> None:
        """Close the window by its button."""
        self.app.post_event(pygame.QUIT)

    def texts(self) -> list[str]:
        """Return all texts that are shown."""
        self.app.skips_painting = False
        return [f"shown: {' | '.join(list_all_texts(self.app))}"]

    def read(self, file: str) -> list[str]:
        return Path(file).read_text("utf-8-sig").splitlines()

    # -- what happens on the machine

    def setting(self, name: str, value: str) -> None:
        settings = self.app.context.settings
        changed = msgspec.structs.replace(settings, **{name: json.loads(value)})
        self.app.context.apply_settings(changed)

    def disk(self, message: str = "") -> None:
        """Let the disk report an error, or work again."""
        self.app.storage.failure_message = message

    def worker(self, fault: str = "") -> None:
        """Let the processes of computer players fail, or work again."""
        self.app.player_worker.fault = self.app.background_worker.fault = fault

    def wait(self, seconds: str) -> None:
        self.app.advance_frame(float(seconds))

    def rest(self) -> None:
        """Wait until the scene is not busy."""
        self.app.advance_until(lambda: not self.app.context.scenes.top.is_busy)

    def clock(self, local_time: str) -> None:
        """Set the clock of the computer."""
        moment = datetime.fromisoformat(local_time).replace(tzinfo=UTC).timestamp()
        self.app.context.now = lambda: moment

    def menu(self) -> None:
        self.app.context.router.open_main_menu()

    def write(self, file: str, text: str) -> None:
        Path(file).write_text(text, "utf-8")

    def profile(self, name: str) -> None:
        add_profile(self.app.storage.get_repository(), name)
        self.app.context.reload_profiles()

    def block(self, name: str, seconds: str) -> None:
        block_person(self.app.storage.get_repository(), name, float(seconds))
        self.app.context.reload_profiles()

    def rules(self, game: str, name: str, *changes: str) -> None:
        """Write a file of rules."""
        rule_set = make_preset_rule_set(game)
        for change in changes:
            rule, value = change.split("=")
            rule_set = change_rule(rule_set, rule, json.loads(value))
        export_rule_set(msgspec.structs.replace(rule_set, name=name), Path(f"{name}.tvrules"))

    def match(self, game: str, seed: str, deals: str, state: str = "over") -> None:
        """Store a match of random actions that is over, saved in its last deal, or foreign."""
        match, repository = make_match(game, seats=GAMES[game].proposed_seat_count), self.app.storage.get_repository()
        record = make_record(match, list(play_random_actions(match, int(seed), deal_count=int(deals))))
        if state == "foreign":
            import_match(repository, record)
        else:
            record = record.without_last_action() if state == "saved" else record
            store_match(repository, record, over=state == "over")

    def result(self, date: str, score: str, state: str = "scored") -> None:
        """Store a result of the daily deal of Briscola."""
        own_id, points = self.app.context.own_profile.id, int(score)
        store_daily_start(
            self.app.context.folders,
            DailyResult(
                date=date, game="briscola", match=1, profile=own_id, state=state, score=points, is_won=points > 60
            ),
        )

    def seat(self, table: str) -> None:
        """Store a seat at a table of another machine."""
        folders, people = self.app.context.folders, tuple(LobbySeat("you", name) for name in ("Anna", "Bob", "Cleo"))
        number = len(list_known_tables(folders))
        invitation = msgspec.structs.replace(INVITATION, secret=bytes([number] * 16))
        seat = GuestSeat(
            key="ab" * 32, invitation=encode_invitation(invitation), table=table, name="Anna", people=people
        )
        open_seat_keys(folders).update(lambda keys: keys.with_seat(invitation, seat))

    def refuse(self, code: str) -> None:
        """Let the hosts refuse everybody."""
        self._client.refusal = code

    def lobby(self, name: str) -> None:
        """Show the lobby of a table of Anna and Bob, as one of them sees it."""
        self._host = Host(Path("host"), seats=4)
        self._guests = {person: LobbyGuest(self._host, person, is_owner=person == "Anna") for person in ("Anna", "Bob")}
        self.app.show_over(LobbyScene(self.app.context, self._guests[name].as_client))

    def guest(self, name: str, deed: str) -> None:
        """Let a person at the table join, be ready, leave, lose and get back the connection, or learn of its end."""
        guest = self._guests.get(name)
        if guest is None or deed == "join":
            self._guests[name] = LobbyGuest(self._host, name, is_owner=name == "Anna")
        elif deed == "ready":
            guest.be_ready()
        elif deed == "leave":
            self._host.leave(guest.guest)
        elif deed == "end":
            self._host.table.end()
            self._host.update()
            guest.notice_refusal()
        else:
            guest.state = ConnectionState[deed.upper()]


def flatten(value: Any, name: str, depth: int = 2) -> dict[str, str]:
    """Return the values in a document of JSON by their names."""
    if isinstance(value, dict | list) and value and depth:
        items = value.items() if isinstance(value, dict) else enumerate(value)
        parts = [flatten(inner, f"{name} {part}", depth - 1) for part, inner in items]
        return dict(ChainMap(*reversed(parts)))
    return {name: json.dumps(value, ensure_ascii=False)}


def iter_differences(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[str]:
    """Yield a line with the names that are gone, and one for each whose text is new or has changed."""
    gone = [name for name in old if name not in new]
    if gone:
        yield f"- {', '.join(gone)}"
    for name, text in new.items():
        if old.get(name) != text:
            yield f"{'~' if name in old else '+'} {name}: {text}"
