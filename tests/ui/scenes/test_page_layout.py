"""Every page at every size: all inside, no overlaps, no cut words; and the help agrees with the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame_gui.elements import UIButton

from game.ai.levels import DEFAULT_COMPUTER_LEVEL
from game.ai.personas import PERSONAS
from game.core.options import list_option_specs
from game.match.assistance import AssistanceOptions
from game.match.house_rules import HouseRules, RuleSet, change_rule, make_preset_rule_set, replace
from game.match.setup import PERSON_KIND, PlayerInfo
from game.network.invitation import encode_invitation
from game.network.refusals import REFUSAL_MESSAGES, describe_refusal
from game.rules import GAMES
from game.shuffling.daily_deal import DailyResult, DailyResults
from game.storage.profiles import Profile
from game.storage.unfinished_matches import UnfinishedMatch
from game.text import gettext
from game.text.gettext import _
from game.text.player_names import PLAYER_KIND_LABELS
from tests.ui.app_driver import AppDriver, make_settings, open_test_app
from tests.ui.lobby_guest import INVITATION, KNOWN_TABLE, StillClient, make_lobby
from tests.ui.text_recorder import find_cut_texts
from ui.app.context import AppContext
from ui.app.router import HelpTopic
from ui.app.settings import Settings
from ui.graphics import theme
from ui.graphics.avatars import AVATAR_COLORS, make_avatar_map
from ui.scenes.daily.scene import DailyDealScene
from ui.scenes.dialogs.confirm import ConfirmDialog
from ui.scenes.dialogs.text_prompt import TextPrompt
from ui.scenes.help.content import describe_house_rules, get_page, list_text_pages, parse_paragraphs
from ui.scenes.help.scene import HelpScene
from ui.scenes.help.text_layout import layout_page
from ui.scenes.house_rules.scene import SECTION_TITLES, HouseRulesScene, RulesSection
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.network.close_table import CloseTableDialog
from ui.scenes.network.connect import ConnectDialog
from ui.scenes.network.friends import FriendsScene
from ui.scenes.network.host import HostTableScene
from ui.scenes.network.join import JoinTableScene
from ui.scenes.network.lobby import LobbyScene
from ui.scenes.network.person_form import make_guest_name
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.more_options import MoreOptionsSheet
from ui.scenes.new_match.scene import NewMatchScene
from ui.scenes.new_match.seat_dialog import SeatDialog
from ui.scenes.page import Page
from ui.scenes.profiles.scene import ProfilesScene
from ui.scenes.settings.scene import OWN_TABS, SettingsScene
from ui.widgets.label import LineLabel, TextLabel
from ui.widgets.segmented import SegmentedControl

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
    UnfinishedMatch(
        id=match_id,
        game_id=game,
        names=LONG_NAMES[:seats],
        player_kinds=("you",) * seats,
        finished_deals=seats,
        updated_at=float(match_id),
        error=fault,
    )
    for match_id, (game, seats, fault) in enumerate(
        (("briscola", 6, ""), ("briscola", 2, ""), ("briscola", 5, "The saved match 3 is damaged: " + "x" * 70)), 1
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


def make_seat_dialog(context: AppContext) -> SeatDialog:
    """Return the dialog of a computer player with a long description."""
    scene = CharactersNewMatch(context)
    return SeatDialog(context, scene, 5, scene.form, LONG_NAMES[:2], lambda _form: None)


class FullMenu(MainMenuScene):
    """The menu with all its buttons."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        context.tasks.cancel(self)
        self.saved_matches, self.streak = SAVED_MATCHES, 365


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


class PlayedDaily(DailyDealScene):
    """The daily deals in every state, with many earlier ones."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        context.tasks.cancel(self)
        own_id = context.own_profile.id
        today = [DailyResult(date=self.date, game=game, match=1, profile=own_id) for game in ("briscola", "muscio")]
        today[0] = replace(today[0], state="scored", score=-1234)
        past = (
            DailyResult(
                date=(self.today - timedelta(days=day)).isoformat(), game="briscola", match=1, profile=own_id,
                state="scored", score=120, is_won=day % 3 > 0,
            )
            for day in range(1, 31)
        )  # fmt: skip
        self.results = DailyResults((*past, *today))


def make_text_prompt(context: AppContext) -> Page:
    return TextPrompt(context, MainMenuScene(context), "Export these rules to the file", "/home/anna/" * 30, "Export",
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


class LongFriends(FriendsScene):
    """The ways to play with friends, and tables of long names."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.tables = 5 * (replace(KNOWN_TABLE, name="Circolo dell'Unione di Gattorna 1887 - M"),)

    def update(self, seconds: float) -> None:
        """Keep the table."""


class NetworkMenu(MainMenuScene):
    """The menu with a table over the network."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        context.tasks.cancel(self)
        self.network_tables = (KNOWN_TABLE,)

    def update_in_background(self, seconds: float) -> None:
        """Keep the table."""


def make_host_page(context: AppContext, game: str) -> HostTableScene:
    """Return the page of a new table with both errors."""
    scene = HostTableScene(context)
    context.tasks.cancel(scene)
    scene.form = forms.with_game(scene.form, game)
    scene.person.field.error = describe_refusal("name_punctuation")
    scene.table_name.error = _("You have a table of this name. Choose another one.")
    return scene


def make_join_page(context: AppContext) -> JoinTableScene:
    """Return the page of an invitation with the longest refusal."""
    context.profiles = tuple(Profile(name, name, AVATAR_COLORS[0], None, 0.0, 1) for name in LONG_NAMES[:3])
    scene = JoinTableScene(context)
    scene.invitation.text = encode_invitation(INVITATION)
    scene.invitation.error = max(map(describe_refusal, REFUSAL_MESSAGES), key=len)
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
        self.question = _("The host does not answer. Trying again…")


def make_close_dialog(context: AppContext) -> CloseTableDialog:
    client = StillClient(make_lobby(["Anna", ""]), is_owner=True)
    return CloseTableDialog(context, client.as_client, lambda: None)


NEW_MATCH_CASES = [(game, preset) for game, game_rules in GAMES.items() for preset in game_rules.presets]
PAGE_OPENERS: Mapping[str, Callable[[AppContext], Page]] = {
    "menu": FullMenu,
    **{f"settings {tab}": partial(SettingsScene, tab=tab) for tab in OWN_TABS},
    "help": HelpScene,
    "help on fairness": partial(HelpScene, topic=HelpTopic("fairness")),
    "daily": PlayedDaily,
    "ask": make_confirm_dialog,
    "prompt": make_text_prompt,
    "people": LongProfiles,
    **{
        f"{section} of {game}": partial(LongHouseRules, game=game, section=section)
        for game in GAMES
        for section in SECTION_TITLES
    },
    "new against a village": CharactersNewMatch,
    "seat": make_seat_dialog,
    "friends": LongFriends,
    "menu with a table": NetworkMenu,
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
WINDOW_SIZES = (
    (960, 540),
    (1280, 720),
    (1920, 1080),
    (2560, 1080),
    (3840, 2160),
    (960, 2160),
)
SIZES_AND_SCALES = (((1280, 720), 0.75), ((1280, 720), 1.5), ((1920, 1080), 2.0), ((960, 540), 2.0))
ALL_SIZES_AND_SCALES = [*((size, 1.0) for size in WINDOW_SIZES), *SIZES_AND_SCALES]


@pytest.fixture(params=ALL_SIZES_AND_SCALES, ids=lambda place: f"{place[0][0]}x{place[0][1]} at {place[1]:.0%}")
def place(request: Any, monkeypatch: pytest.MonkeyPatch) -> tuple[tuple[int, int], float]:
    """Return a size of the window and a scale, while every game has every level that has a name."""
    monkeypatch.setattr(
        "ui.scenes.new_match.form_state.list_levels",
        lambda _game: tuple(kind for kind in PLAYER_KIND_LABELS if kind != PERSON_KIND),
    )
    size, scale = request.param
    return size, scale


@pytest.fixture
def app_size(place: tuple[tuple[int, int], float]) -> tuple[int, int]:
    return place[0]


@pytest.fixture
def app_settings(place: tuple[tuple[int, int], float]) -> Settings:
    return make_settings(scale=place[1])


def find_scroll_area(page: Page, widget: Any) -> Any:
    """Return the scroll area of a widget."""
    return next(
        (scroll_area for scroll_area in page.scroll_areas.values() if widget.ui_container is scroll_area.content), None
    )


@pytest.mark.slow
def test_every_page_fits_its_window_and_is_reached_by_tab(app: AppDriver) -> None:
    for name, make in PAGE_OPENERS.items():
        page = make(app.context)
        app.context.scenes.push(page)
        check_that_widgets_are_inside(app, page, name)
        check_that_widgets_do_not_overlap(app, page, name)
        assert [text for text in find_cut_texts(app, page) if WIDE_RULE_SET_NAME not in text] == [], name
        check_that_tab_reaches_widgets(app, page, name)


def check_that_widgets_are_inside(app: AppDriver, page: Page, name: str) -> None:
    """Check that each widget is inside the window or its scroll area."""
    window = pygame.Rect((0, 0), app.context.size)
    for scroll in page.scroll_areas.values():
        assert window.contains(scroll.viewport), name
    for widget in app.list_widgets():
        if (
            not isinstance(widget, (UIButton, TextLabel, LineLabel, SegmentedControl))
            and widget not in page.focus.widgets
        ):
            continue
        rect, scroll = pygame.Rect(widget.get_abs_rect()), find_scroll_area(page, widget)
        if scroll is None:
            assert window.contains(rect), (name, widget)
        else:
            height = scroll.height - 2 * scroll.padding
            inside = pygame.Rect(scroll.viewport.left, scroll.content_top, scroll.width, height)
            assert inside.contains(rect), (name, widget, rect, inside)


def check_that_widgets_do_not_overlap(app: AppDriver, page: Page, name: str) -> None:
    """Check that no widget covers another, and none outside a scroll area covers its viewport."""
    labels = (widget for widget in app.list_widgets() if isinstance(widget, (TextLabel, LineLabel)))
    shown = [*page.focus.widgets, *labels]
    for scroll in (None, *page.scroll_areas.values()):
        rects = [
            pygame.Rect(shown_widget.get_abs_rect())
            for shown_widget in shown
            if find_scroll_area(page, shown_widget) is scroll
        ]
        for index, rect in enumerate(rects):
            assert rect.collidelist(rects[index + 1 :]) < 0, (name, rect)
    free = [
        pygame.Rect(widget.get_abs_rect()) for widget in page.focus.widgets if find_scroll_area(page, widget) is None
    ]
    for scroll in page.scroll_areas.values():
        assert scroll.viewport.collidelist(free) < 0, name


def check_that_tab_reaches_widgets(app: AppDriver, page: Page, name: str) -> None:
    """Check that the page is drawn, and that Tab goes to every enabled widget, which is then in view."""
    app.skips_painting = False
    app.advance_frame()
    app.advance_until(partial(getattr, page, "is_ready"))
    app.skips_painting = True
    enabled = [control for control in page.focus.widgets if control.is_enabled]
    for _widget in enabled:
        app.press_key(pygame.K_TAB)
        widget, scroll = page.focus.focused_widget, find_scroll_area(page, page.focus.focused_widget)
        assert widget in enabled, name
        assert (scroll.viewport if scroll else app.surface.get_rect()).contains(widget.get_abs_rect()), name


# -- help


@pytest.mark.parametrize("game", GAMES)
def test_help_names_every_house_rule_with_its_label(game: str) -> None:
    text = [paragraph.text for paragraph in get_page(game)]
    for preset in GAMES[game].presets.values():
        for rule in (*list_option_specs(type(preset)), *list_option_specs(AssistanceOptions)):
            assert rule.label in text and rule.help in text


def test_help_names_choices_and_default_of_every_rule() -> None:
    text = [paragraph.text for paragraph in describe_house_rules("briscola")]
    assert "Choices: 1, 2, 3, 5, 7. Default: 2." in text
    assert "Choices: off, on. With 4 players. Default: on." in text
    assert "Choices: 0 to 3600. Default: off." in text


def test_help_names_values_of_each_preset() -> None:
    text = [paragraph.text for paragraph in describe_house_rules("chiamata")]
    assert "Choices: off, on. Traditional: off. Online: on." in text
    assert "Choices: 0 to 3600. Traditional: off. Online: 90." in text


def test_help_at_a_table_marks_the_rules_in_force(tmp_path: Path) -> None:
    table = RuleSet(game="chiamata", preset="regolamento", changes={"solo": True, "match_deals": 20})
    marked = [paragraph.text for paragraph in describe_house_rules("chiamata", table) if paragraph.kind == "in force"]
    assert len(marked) == len(table.option_specs)
    assert "At this table: on." in marked and "At this table: 20." in marked
    with open_test_app(tmp_path) as app:
        app.context.scenes.push(MainMenuScene(app.context))
        app.context.router.open_help(HelpTopic("chiamata", table))
        page = app.context.scenes.top
        assert isinstance(page, HelpScene)
        app.advance_until(lambda: page.is_ready)
        assert "At this table: 20." in [line.text for line in page.lines]
        page.show_page("muscio")
        app.advance_until(lambda: page.is_ready)
        assert not any(line.text.startswith("At this table: ") for line in page.lines)


@pytest.mark.parametrize("name", list_text_pages())
def test_every_help_page_exists_and_has_enough_text(name: str) -> None:
    page = get_page(name)
    assert page[0].kind == "title" and sum(paragraph.kind == "heading" for paragraph in page) >= 3
    assert sum(len(paragraph.text) for paragraph in page) > 2000


@pytest.mark.parametrize(("name", "words"), [
    ("muscio", (
        "forfait", "You may not forfeit if you took the blinde", "All gatte of a deal are scored",
        "the leader wins the trick", "they take off 5 without a card being played", "does not show a gatta",
        "Five trumps from the blinde", "all cards of a trick are face down", "no winner of a deal",
    )),
    ("chiamata", (
        "obbligata", "a monte", "Cappotto", "in mano", "Solo", "chiamarsi in mano", "comandante", "dichiarante",
        "amico del giaguaro", "81 as triple",
    )),
    ("spades", ("Bags", "Nil", "jokers", "a contract")),
    ("briscola", ("carichi", "patta", "strozzo", "signs", "ask for more than 60 points here too")),
    ("glossary", (
        "Carico", "Liscio", "Strozzo", "In mano", "a monte", "Cappotto", "Patta", "Blinde", "Gatta", "Bag",
    )),
])  # fmt: skip
def test_help_contains_all_required_facts(name: str, words: tuple[str, ...]) -> None:
    text = "\n".join(paragraph.text for paragraph in get_page(name))
    assert [word for word in words if word not in text] == []


def test_help_uses_current_language_or_english(tmp_path: Path) -> None:
    (tmp_path / "glossary.en.md").write_text("# Words", encoding="utf-8")
    (tmp_path / "playing.en.md").write_text("# Controls", encoding="utf-8")
    (tmp_path / "glossary.fr.md").write_text("# Les mots", encoding="utf-8")
    gettext.set_language("fr")
    text = [get_page(name, folder=tmp_path)[0].text for name in ("glossary", "playing")]
    assert text == ["Les mots", "Controls"]


@pytest.mark.parametrize("name", GAMES)
def test_help_of_a_game_has_same_sections_and_examples_in_every_language(name: str) -> None:
    english = [paragraph.kind for paragraph in get_page(name)]
    for language in gettext.LANGUAGE_NAMES:
        gettext.set_language(language)
        assert [paragraph.kind for paragraph in get_page(name)] == english, language


def test_help_page_has_headings_bullets_and_text() -> None:
    page_paragraphs = parse_paragraphs("# Briscola\n\nA *game*.\n## Cards\n- ace\n")
    assert [(paragraph.kind, paragraph.text) for paragraph in page_paragraphs] == [
        ("title", "Briscola"), ("text", "A game."), ("heading", "Cards"), ("bullet", "ace"),
    ]  # fmt: skip


@pytest.mark.parametrize("width, unit", [(400, 0.75), (800, 1.0), (2400, 3.0)])
def test_every_help_line_fits_its_column(width: int, unit: float) -> None:
    pygame.font.init()
    for name in list_text_pages():
        lines, height = layout_page(get_page(name), width, unit)
        for line in lines:
            size = round(line.style.size * unit)
            assert line.x + theme.load_font(line.style.face, size).size(line.text)[0] <= width
        assert height >= lines[-1].y + round(lines[-1].style.size * unit)


@pytest.mark.slow
def test_help_scrolls_by_keys_to_its_end(tmp_path: Path) -> None:
    with open_test_app(tmp_path) as app:
        page = HelpScene(app.context)
        app.context.scenes.push(page)
        app.advance_until(lambda: page.is_ready)
        for _key in range(250):
            app.press_key(pygame.K_DOWN)
        scroll = page.scroll_areas[page.page_name]
        assert scroll.offset == scroll.max_offset > 0
        app.resize((1920, 1080))
        app.advance_until(lambda: page.is_ready)
        assert page.scroll_areas[page.page_name].offset > 0
