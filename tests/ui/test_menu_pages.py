"""Every page at every size: all inside, nothing overlaps, no word cut; help says what the rules declare."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame_gui.elements import UIButton

from game import i18n
from game.ai.characters import CHARACTERS
from game.aids import Aids
from game.daily import DailyBook, DailyResult
from game.engine.options import declared
from game.house_rules import RuleBook, RuleSet, preset_rules, replace
from game.rules import GAMES
from game.seating import PERSON, Player
from game.store.profiles import Profile
from game.store.reading import Summary
from tests.ui.ink import cut_in
from tests.ui.stage import AppByHand, opened, settings
from ui import form as forms
from ui import theme
from ui.doors import Topic
from ui.looks import COLOURS, looks_of
from ui.page import Page
from ui.scene import Stage
from ui.scenes.ask import Ask
from ui.scenes.daily import Daily
from ui.scenes.help import Help
from ui.scenes.house_rules import HouseRules
from ui.scenes.manual import house_rules, page_of, paragraphs, topics
from ui.scenes.menu import Menu
from ui.scenes.new_match import NewMatch
from ui.scenes.people import People
from ui.scenes.prompt import Prompt
from ui.scenes.settings import SettingsScene
from ui.scenes.typesetting import typeset
from ui.settings import Settings
from ui.widgets.choice import Choice
from ui.widgets.words import Line, Words

LONG = ("Massimiliano Della Torre", "Bartolomea Dall'Aquila ff", "Wolfgang Amadeus Mozart M", "Dino", "Elsa", "Fabio")
ROWS = tuple(
    Summary(id=at, game=game, names=LONG[:seats], players=("you",) * seats, deals=seats, updated=float(at), fault=fault)
    for at, (game, seats, fault) in enumerate(
        (("briscola", 6, ""), ("briscola", 2, ""), ("briscola", 5, "The saved match 3 is damaged: " + "x" * 70)), 1
    )
)  # fmt: skip


class LongForm(NewMatch):
    """A new match with every seat taken by a long name and all rules shown."""

    def __init__(self, stage: Stage, game: str, preset: str) -> None:
        super().__init__(stage)
        self._remembered.forget()
        form = forms.with_rules(forms.with_game(forms.first_form("Anna"), game), preset_rules(game, preset))
        self.form = forms.with_seats(form, GAMES[game].seats[-1])
        for seat, name in enumerate(LONG):
            self.form = forms.with_player(self.form, seat, Player(name[:24], PERSON))
        self.discipline_shown = True


class Village(NewMatch):
    """A new match with a computer at every seat, the characters with the longest lines."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._remembered.forget()
        self.form = forms.with_seats(forms.first_form("Anna"), 6)
        for seat, one in enumerate(sorted(CHARACTERS.values(), key=lambda one: len(one.about))[-6:]):
            self.form = forms.with_player(self.form, seat, Player(one.name, forms.OPPONENT))


class FullMenu(Menu):
    """The menu with all the buttons it can have."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._asked, self.saved = None, ROWS


class Houses(HouseRules):
    """Our rules with tables of the longest names, all rules shown."""

    def __init__(self, stage: Stage, game: str) -> None:
        super().__init__(stage, game)
        tables = (replace(preset_rules(game), name=name) for name in ("M" * 32, "Circolo dell'Unione di Gattorna"))
        stage.rules = RuleBook(tables=tuple(tables))
        self.discipline_shown = True


class Crowd(People):
    """Everybody with long names."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        names = (*LONG, "Giovanni Battista Della Torre Dall'Aquila di Gattorna e di tutta la Fontanabuona")
        stage.profiles = tuple(Profile(name, COLOURS[0], 9e9, 0.0, 1) for name in names)
        stage.looks = looks_of(stage.profiles)


class Played(Daily):
    """The daily deals in every state, and many earlier ones."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._fetched.forget()
        name = stage.settings.called
        today = [DailyResult(date=self.date, game=game, name=name, match=1) for game in ("briscola", "muscio")]
        today[0] = replace(today[0], state="scored", score=-1234, points=120)
        past = (DailyResult(date=f"2026-01-{day:02}", game="chiamata", name=name, match=1) for day in range(1, 31))
        self.book = DailyBook((*past, *today))


def prompt(stage: Stage) -> Page:
    return Prompt(stage, Menu(stage), "Export these rules to the file", "/home/anna/" * 30, "Export",
                  lambda _text: Future(), lambda _done: None)  # fmt: skip


def ask(stage: Stage) -> Page:
    return Ask(stage, Menu(stage), "Delete this match of Briscola for good? " * 3, "Delete", lambda: None, no="Keep")


FORMS = [(game, preset) for game, one in GAMES.items() for preset in one.presets]
PAGES: Mapping[str, Callable[[Stage], Page]] = {
    "menu": FullMenu,
    "settings": SettingsScene,
    "help": Help,
    "help on fairness": partial(Help, topic=Topic("fairness")),
    "daily": Played,
    "ask": ask,
    "prompt": prompt,
    "people": Crowd,
    **{f"our rules of {game}": partial(Houses, game=game) for game in GAMES},
    "new against a village": Village,
    **{f"new {game} {preset}": partial(LongForm, game=game, preset=preset) for game, preset in FORMS},
}
SIZES = ((960, 540), (1024, 768), (1280, 720), (1366, 768), (1920, 1080), (2560, 1080), (3840, 2160), (960, 2160))
SCALED = (((1280, 720), 0.75), ((1280, 720), 1.5), ((1920, 1080), 2.0), ((960, 540), 1.25))
PLACES = [*((size, 1.0) for size in SIZES), *SCALED]


@pytest.fixture(params=PLACES, ids=lambda place: f"{place[0][0]}x{place[0][1]} at {place[1]:.0%}")
def place(request: Any, monkeypatch: pytest.MonkeyPatch) -> tuple[tuple[int, int], float]:
    """One of many sizes of the window, and a scale; every game has every level that there are words for."""
    monkeypatch.setattr("ui.form.levels_for", lambda _game: tuple(kind for kind in forms.KINDS if kind != PERSON))
    size, scale = request.param
    return size, scale


@pytest.fixture
def app_size(place: tuple[tuple[int, int], float]) -> tuple[int, int]:
    return place[0]


@pytest.fixture
def app_settings(place: tuple[tuple[int, int], float]) -> Settings:
    return settings(scale=place[1])


def pages(app: AppByHand) -> Iterator[tuple[str, Page]]:
    """Every page in turn, shown."""
    for name, make in PAGES.items():
        page = make(app.stage)
        app.stage.push(page)
        yield name, page


def keeper(page: Page, widget: Any) -> Any:
    """The scroll area that a widget is in."""
    return next((one for one in page.scrolls.values() if widget.ui_container is one.inside), None)


@pytest.mark.slow
def test_every_widget_is_inside_the_window_or_its_scroll_area(app: AppByHand) -> None:
    window = pygame.Rect((0, 0), app.stage.size)
    for name, page in pages(app):
        for scroll in page.scrolls.values():
            assert window.contains(scroll.window), name
        for widget in app.widgets():
            if not isinstance(widget, (UIButton, Words, Line, Choice)) and widget not in page.focus.widgets:
                continue
            rect, scroll = pygame.Rect(widget.get_abs_rect()), keeper(page, widget)
            if scroll is None:
                assert window.contains(rect), (name, widget)
            else:
                inside = pygame.Rect(scroll.window.left, scroll.top, scroll.width, scroll.height - 2 * scroll.pad)
                assert inside.contains(rect), (name, widget, rect, inside)


@pytest.mark.slow
def test_no_two_widgets_overlap(app: AppByHand) -> None:
    for name, page in pages(app):
        shown = [*page.focus.widgets, *(one for one in app.widgets() if isinstance(one, (Words, Line)))]
        for scroll in (None, *page.scrolls.values()):
            rects = [pygame.Rect(one.get_abs_rect()) for one in shown if keeper(page, one) is scroll]
            for at, rect in enumerate(rects):
                assert rect.collidelist(rects[at + 1 :]) < 0, (name, rect)


@pytest.mark.slow
def test_no_button_stands_on_a_scroll_area(app: AppByHand) -> None:
    for name, page in pages(app):
        free = [pygame.Rect(one.get_abs_rect()) for one in page.focus.widgets if keeper(page, one) is None]
        for scroll in page.scrolls.values():
            assert scroll.window.collidelist(free) < 0, name


@pytest.mark.slow
def test_no_word_is_cut(app: AppByHand) -> None:
    for name, page in pages(app):
        assert cut_in(app, page) == [], name


@pytest.mark.slow
def test_every_page_draws_and_is_walked_through_by_tab(app: AppByHand) -> None:
    for name, page in pages(app):
        app.unseen = False
        app.step()
        app.steps(partial(getattr, page, "ready"))
        app.unseen = True
        enabled = [one for one in page.focus.widgets if one.is_enabled]
        for _widget in enabled:
            app.key(pygame.K_TAB)
            widget, scroll = page.focus.widget, keeper(page, page.focus.widget)
            assert widget in enabled, name
            assert (scroll.window if scroll else app.surface.get_rect()).contains(widget.get_abs_rect()), name


# -- help


@pytest.mark.parametrize("game", GAMES)
def test_the_help_names_every_house_rule_with_its_words(game: str) -> None:
    said = [one.words for one in page_of(game)]
    for preset in GAMES[game].presets.values():
        for rule in (*declared(type(preset)), *declared(Aids)):
            assert rule.label in said and rule.help in said


def test_the_help_says_the_choices_and_the_usual_one() -> None:
    said = [one.words for one in house_rules("briscola")]
    assert "Choices: 1, 2, 3, 5, 7. Usual: 2." in said
    assert "Choices: off, on. With 4 players. Usual: on." in said
    assert "Choices: 0 to 3600. Usual: 0." in said


def test_where_presets_differ_the_help_names_each() -> None:
    said = [one.words for one in house_rules("chiamata")]
    assert "Choices: off, on. Regolamento: off. Online: on." in said
    assert "Choices: 0 to 3600. Regolamento: 0. Online: 90." in said


def test_opened_at_a_table_the_help_marks_the_rules_in_force_there(tmp_path: Path) -> None:
    table = RuleSet(game="chiamata", preset="regolamento", changes={"solo": True, "match_deals": 20})
    marked = [one.words for one in house_rules("chiamata", table) if one.kind == "in force"]
    assert len(marked) == len(table.declared)
    assert "At this table: on." in marked and "At this table: 20." in marked
    with opened(tmp_path) as app:
        app.stage.push(Menu(app.stage))
        app.stage.doors.help(Topic("chiamata", table))
        page = app.stage.scene
        assert isinstance(page, Help)
        app.steps(lambda: page.ready)
        assert "At this table: 20." in [line.words for line in page.lines]
        page.show_page("muscio")
        app.steps(lambda: page.ready)
        assert not any(line.words.startswith("At this table: ") for line in page.lines)


@pytest.mark.parametrize("name", topics())
def test_every_page_of_help_is_there_and_can_be_learned_from(name: str) -> None:
    page = page_of(name)
    assert page[0].kind == "title" and sum(one.kind == "heading" for one in page) >= 3
    assert sum(len(one.words) for one in page) > 2000


@pytest.mark.parametrize(("name", "words"), [
    ("muscio", ("forfeit", "blinde may not give up", "Several gatte", "the leader takes the trick", "Who leads")),
    ("chiamata", ("obbligata", "A monte", "Cappotto", "In mano", "Solo")),
    ("spades", ("Bags", "Nil", "jokers")), ("briscola", ("carichi", "patta", "strozzo", "signs")),
    ("glossary", (
        "Carico", "Liscio", "Strozzo", "In mano", "A monte", "Cappotto", "Patta", "Blinde", "Gatta", "Bag",
    )),
])  # fmt: skip
def test_the_help_leaves_out_nothing_that_one_must_know(name: str, words: tuple[str, ...]) -> None:
    said = "\n".join(one.words for one in page_of(name))
    assert [word for word in words if word not in said] == []


def test_help_is_in_the_language_spoken_and_in_english_where_that_has_no_page(tmp_path: Path) -> None:
    (tmp_path / "glossary.en.md").write_text("# Words", encoding="utf-8")
    (tmp_path / "playing.en.md").write_text("# Controls", encoding="utf-8")
    (tmp_path / "glossary.fr.md").write_text("# Les mots", encoding="utf-8")
    i18n.set_language("fr")
    said = [page_of(name, folder=tmp_path)[0].words for name in ("glossary", "playing")]
    assert said == ["Les mots", "Controls"]


@pytest.mark.parametrize("name", GAMES)
def test_the_help_of_a_game_has_the_same_parts_and_examples_in_every_language(name: str) -> None:
    english = [one.kind for one in page_of(name)]
    for language in i18n.LANGUAGES:
        i18n.set_language(language)
        assert [one.kind for one in page_of(name)] == english, language


def test_a_help_page_is_headings_bullets_and_text() -> None:
    found = paragraphs("# Briscola\n\nA *game*.\n## Cards\n- ace\n")
    assert [(one.kind, one.words) for one in found] == [
        ("title", "Briscola"), ("text", "A game."), ("heading", "Cards"), ("bullet", "ace"),
    ]  # fmt: skip


@pytest.mark.parametrize("width, unit", [(400, 0.75), (800, 1.0), (2400, 3.0)])
def test_every_line_of_help_fits_its_column(width: int, unit: float) -> None:
    pygame.font.init()
    for name in topics():
        lines, height = typeset(page_of(name), width, unit)
        for line in lines:
            size = round(line.style.size * unit)
            assert line.x + theme.font(line.style.face, size).size(line.words)[0] <= width
        assert height >= lines[-1].y + round(lines[-1].style.size * unit)


@pytest.mark.slow
def test_help_scrolls_by_keys_to_its_end(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        page = Help(app.stage)
        app.stage.push(page)
        app.steps(lambda: page.ready)
        for _key in range(250):
            app.key(pygame.K_DOWN)
        scroll = page.scrolls[page.game]
        assert scroll.offset == scroll.most > 0
        app.resize((1920, 1080))
        app.steps(lambda: page.ready)
        assert page.scrolls[page.game].offset > 0
