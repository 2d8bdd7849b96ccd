"""Pages with the longest contents that they can have: names, rules, errors, refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from datetime import timedelta
from functools import partial
from typing import Any
from unittest.mock import patch

from game.ai.levels import DEFAULT_COMPUTER_LEVEL
from game.ai.personas import PERSONAS
from game.match.house_rules import HouseRules, change_rule, make_preset_rule_set, replace
from game.match.setup import PERSON_KIND, PlayerInfo
from game.match.table_discipline import ActivePenalty
from game.network.refusals import REFUSAL_MESSAGES, describe_refusal
from game.rules import GAMES
from game.session.avatars import AVATAR_COLORS, make_avatar_map
from game.statistics.daily_deals import DailyResult, DailyResults
from game.storage.archive import MatchListEntry
from game.storage.profiles import Profile
from game.text.gettext import _
from game.text.player_names import PLAYER_KIND_LABELS
from tests.fakes import add_profile
from tests.ui.app_driver import AppDriver
from tests.ui.lobby_guest import KNOWN_TABLE, NEARBY_TABLES, StillClient, make_lobby
from tests.ui.scene_registry import ViewNames
from ui.app.context import AppContext
from ui.app.router import HelpTopic
from ui.scenes.daily.scene import DailyDealScene
from ui.scenes.dialogs.block_check import BlockCheckScene
from ui.scenes.dialogs.box import ConfirmDialog
from ui.scenes.dialogs.prompts import TextPrompt
from ui.scenes.dialogs.startup_error import StoppedProgramScene
from ui.scenes.help.scene import HelpScene
from ui.scenes.house_rules.scene import SECTION_TITLES, HouseRulesScene, RulesSection
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.network.close_table import CloseTableDialog
from ui.scenes.network.connect import ConnectDialog
from ui.scenes.network.friends import FriendsScene
from ui.scenes.network.host import HostTableScene
from ui.scenes.network.join import JoinDialog
from ui.scenes.network.lobby import LobbyScene
from ui.scenes.network.person_form import make_guest_name
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.more_options import MoreOptionsSheet
from ui.scenes.new_match.scene import NewMatchScene
from ui.scenes.new_match.seat_dialog import SeatDialog
from ui.scenes.page import Page
from ui.scenes.profiles.scene import ProfilesScene
from ui.scenes.settings.scene import OWN_TABS, SettingsScene
from ui.scenes.shortcuts.scene import ShortcutsScene
from ui.services.error_log import StopReport

LONG_NAMES = (
    "Massimiliano Della Torre",
    "Bartolomea Dall'Aquila ff",
    "Wolfgang Amadeus Mozart M",
    "Dino",
    "Elsa",
    "Fabio",
)
WIDE_RULE_SET_NAME = "M" * 32
SAVED_MATCHES = tuple(
    MatchListEntry(
        id=match_id,
        game_id=game,
        names=LONG_NAMES[:seats],
        player_kinds=("you",) * seats,
        started_at=0.0,
        finished_deals=seats,
        updated_at=float(match_id),
        error=fault,
    )
    for match_id, (game, seats, fault) in enumerate(
        (("briscola", 6, ""), ("briscola", 2, ""), ("briscola", 5, "Saved match 3 is damaged: " + "x" * 70)), 1
    )
)


class LongNamesNewMatch(NewMatchScene):
    """A new match with a long name on every seat and all rules shown."""

    def __init__(self, context: AppContext, game: str, preset: str) -> None:
        super().__init__(context)
        context.tasks.cancel(self)
        form = forms.with_rules(
            forms.with_game(forms.make_default_form("Anna"), game), make_preset_rule_set(game, preset)
        )
        self.form = forms.with_seats(form, GAMES[game].seat_counts[-1])
        for seat, name in enumerate(LONG_NAMES):
            self.form = forms.with_player(self.form, seat, PlayerInfo(name[:24], PERSON_KIND))


class CharactersNewMatch(NewMatchScene):
    """A new match with computer players whose personas have the longest lines."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        context.tasks.cancel(self)
        self.form = forms.with_seats(forms.make_default_form("Anna"), 6)
        for seat, persona in enumerate(sorted(PERSONAS.values(), key=lambda persona: len(persona.description))[-6:]):
            self.form = forms.with_player(self.form, seat, PlayerInfo(persona.name, DEFAULT_COMPUTER_LEVEL))


def make_more_options(context: AppContext, game: str, preset: str, code: str = "B4-0A7K") -> MoreOptionsSheet:
    """Return the sheet with all rules of a game and a wrong deal code."""
    scene = LongNamesNewMatch(context, game, preset)
    form = forms.with_rule(forms.with_code(scene.form, code), "turn_seconds", 60)
    return MoreOptionsSheet(context, scene, form, LONG_NAMES[:2], lambda _form: None)


def make_new_match_with_error(context: AppContext) -> NewMatchScene:
    """Return a new match with a wrong deal code, which fills a row of the page."""
    scene = LongNamesNewMatch(context, "chiamata", "online")
    scene.form = forms.replace_fields(scene.form, code="B4-0A7K-2M9Q")
    return scene


def make_seat_dialog(context: AppContext) -> SeatDialog:
    """Return the dialog of a computer player with a long description."""
    scene = CharactersNewMatch(context)
    return SeatDialog(context, scene, 5, scene.form, LONG_NAMES[:2], lambda _form: None)


LONG_TABLE_NAME = "Circolo dell'Unione di Gattorna 1887 - M"


def fill_page(page: Page, **values: Any) -> Page:
    """Return a page that has these values and loads none."""
    page.context.tasks.cancel(page)
    for name, value in values.items():
        setattr(page, name, value)
    return page


def make_full_menu(context: AppContext) -> Page:
    table = replace(KNOWN_TABLE, name=LONG_TABLE_NAME, is_running=True, updated_at=0.0)
    menu = MainMenuScene(context)
    return fill_page(menu, saved_matches=SAVED_MATCHES, streak=365, known_tables=(table,), read_tables=lambda: None)


def make_network_menu(context: AppContext) -> Page:
    menu = MainMenuScene(context)
    return fill_page(menu, known_tables=(KNOWN_TABLE,), read_tables=lambda: None)


def make_friends_page(context: AppContext) -> Page:
    """Return the ways to play with friends, and tables of long names."""
    tables = 5 * (replace(KNOWN_TABLE, name=LONG_TABLE_NAME),)
    return fill_page(FriendsScene(context), known_tables=tables, update=lambda _seconds: None, read_tables=lambda: None)


class LongHouseRules(HouseRulesScene):
    """House rules with rule sets of the longest names, and all rules shown."""

    def __init__(self, context: AppContext, game: str, section: RulesSection) -> None:
        super().__init__(context, game, section)
        preset = make_preset_rule_set(game)
        tables = (replace(preset, name=name) for name in (WIDE_RULE_SET_NAME, "Circolo dell'Unione di Gattorna"))
        context.house_rules = HouseRules(house=(change_rule(preset, "turn_seconds", 60),), tables=tuple(tables))


class LongProfiles(ProfilesScene):
    """Profiles with long names."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        names = (*LONG_NAMES, "Giovanni Battista Della Torre Dall'Aquila di Gattorna e di tutta la Fontanabuona")
        context.profiles = tuple(Profile(name, name, AVATAR_COLORS[0], 9e9, 0.0, 1) for name in names)
        context.avatars = make_avatar_map(context.profiles)


def make_played_daily(context: AppContext) -> Page:
    """Return the daily deals in every state, with many earlier ones."""
    page = DailyDealScene(context)
    make_result = partial(DailyResult, match=1, profile=context.own_profile.id)
    scored = make_result(date=page.date, game="briscola", state="scored", score=-1234)
    days = [(page.today - timedelta(days=day)).isoformat() for day in range(1, 31)]
    past = (
        make_result(date=date, game="briscola", state="scored", score=120, is_won=number % 3 > 0)
        for number, date in enumerate(days, 1)
    )
    return fill_page(page, results=DailyResults((*past, scored, make_result(date=page.date, game="muscio"))))


def make_text_prompt(context: AppContext) -> Page:
    return TextPrompt(context, "Export these rules to the file", "/home/anna/" * 30, "Export",
                  lambda _text: Future(), lambda _done: None)  # fmt: skip


def make_confirm_dialog(context: AppContext) -> Page:
    return ConfirmDialog(
        context,
        MainMenuScene(context),
        "Delete this match of Briscola for good? " * 3,
        "Delete",
        lambda: None,
        no_label="Keep",
    )


def make_host_page(context: AppContext, game: str) -> HostTableScene:
    """Return the page of a new table with both errors."""
    scene = HostTableScene(context)
    scene.shows_more = True
    context.tasks.cancel(scene)
    scene.form = forms.with_game(scene.form, game)
    scene.person.field.error = describe_refusal("name_punctuation")
    scene.table_name.error = _("You already have a table with this name. Choose another.")
    return scene


def make_join_page(context: AppContext) -> JoinDialog:
    """Return the question of a table nearby with the longest refusal."""
    for name in LONG_NAMES[:3]:
        add_profile(context.storage.get_repository(), name)
    context.profiles = tuple(Profile(name, name, AVATAR_COLORS[0], None, 0.0, 1) for name in LONG_NAMES[:3])
    scene = JoinDialog(context, MainMenuScene(context), nearby=NEARBY_TABLES[0])
    scene.error = max(map(describe_refusal, REFUSAL_MESSAGES), key=len)
    scene.digits.error = describe_refusal("wrong_digits")
    scene.person.field.error = describe_refusal("name_taken")
    return scene


def make_lobby_page(context: AppContext, seats: int, *, is_owner: bool) -> LobbyScene:
    """Return a lobby with long names and, except for six, an empty seat."""
    lobby = make_lobby([name[:24] for name in LONG_NAMES[:seats]] if seats == 6 else [*LONG_NAMES[: seats - 1], ""])
    return LobbyScene(context, StillClient(lobby, is_owner=is_owner, table="Circolo Aurora").as_client)


class SilentHost(ConnectDialog):
    """The dialog of a table whose host does not answer."""

    is_unreachable = True

    def __init__(self, context: AppContext) -> None:
        super().__init__(
            context, MainMenuScene(context), make_guest_name(context, "Anna"), on_failed=lambda _code, _text: None,
            known_table=KNOWN_TABLE, on_forget=lambda: None,
        )  # fmt: skip
        context.tasks.cancel(self)
        self.question = _("The host isn't answering. Trying again…")


def make_block_check(context: AppContext, count: int) -> BlockCheckScene:
    """Return the refusal of a match of blocked people with long names."""
    check: Future[tuple[ActivePenalty, ...]] = Future()
    check.set_result(tuple(ActivePenalty(name, 3600.0) for name in LONG_NAMES[:count]))
    return BlockCheckScene(context, lambda: check, lambda: None)


def make_close_dialog(context: AppContext) -> CloseTableDialog:
    client = StillClient(make_lobby(["Anna", ""]), is_owner=True)
    return CloseTableDialog(context, client.as_client, lambda: None)


NEW_MATCH_CASES = [(game, preset) for game, game_rules in GAMES.items() for preset in game_rules.presets]
PAGE_OPENERS: Mapping[str, Callable[[AppContext], Page]] = {
    "menu": make_full_menu,
    **{f"settings {tab}": partial(SettingsScene, tab=tab) for tab in OWN_TABS},
    "shortcuts": ShortcutsScene,
    "help": HelpScene,
    "help on fairness": partial(HelpScene, topic=HelpTopic("fairness")),
    "daily": make_played_daily,
    "ask": make_confirm_dialog,
    "stopped": partial(
        StoppedProgramScene,
        report=StopReport("It stopped.", "many words " * 20, ("Error to report: ZeroDivisionError.")),
    ),
    "prompt": make_text_prompt,
    "people": LongProfiles,
    **{f"block of {count}": partial(make_block_check, count=count) for count in (1, 6)},
    **{
        f"{section} of {game}": partial(LongHouseRules, game=game, section=section)
        for game in GAMES
        for section in SECTION_TITLES
    },
    "new against a village": CharactersNewMatch,
    "new with a wrong code": make_new_match_with_error,
    "seat": make_seat_dialog,
    "friends": make_friends_page,
    "menu with a table": make_network_menu,
    **{f"host {game}": partial(make_host_page, game=game) for game in GAMES},
    "join": make_join_page,
    **{f"lobby of {seats}, owner": partial(make_lobby_page, seats=seats, is_owner=True) for seats in (2, 5, 6)},
    "lobby, guest": partial(make_lobby_page, seats=4, is_owner=False),
    "host does not answer": SilentHost,
    "close the table": make_close_dialog,
    "house rules of chiamata": partial(make_more_options, game="chiamata", preset="regolamento", code=""),
    **{
        f"more options of {game} {preset}": partial(make_more_options, game=game, preset=preset)
        for game, preset in NEW_MATCH_CASES
    },
    **{
        f"new {game} {preset}": partial(LongNamesNewMatch, game=game, preset=preset) for game, preset in NEW_MATCH_CASES
    },
}


def show_long_page(make: Callable[[AppContext], Page], app: AppDriver) -> ViewNames:
    """Show a page of `PAGE_OPENERS`, while every game has every level that has a name."""
    levels = tuple(kind for kind in PLAYER_KIND_LABELS if kind != PERSON_KIND)
    with patch("ui.scenes.new_match.form_state.list_offered_levels", lambda _game: levels):
        app.context.scenes.replace(MainMenuScene(app.context))
        app.advance_frame()  # it loads the profiles, which a page replaces
        page = make(app.context)
        app.context.scenes.push(page)
        app.advance_frame()
        app.advance_until(lambda: page.is_ready)
        yield ""
