"""F1: the help opens at what is on the screen, and says all of it in lines too."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame
import pytest

from game.aids import NAMES as AIDS
from game.engine.options import DISCIPLINE
from game.engine.phases import Over
from game.house_rules import RuleSet, preset_rules
from game.i18n import LANGUAGES, speaking
from game.rules import GAMES
from tests.fakes import seating
from tests.ui.driving import forward
from tests.ui.stage import AppByHand, at_table, menu
from ui.doors import Topic
from ui.scene import Scene, Stage
from ui.scenes.finding import found, index
from ui.scenes.help import EACH, Help
from ui.scenes.house_rules import HouseRules
from ui.scenes.manual import FOLDER, KEYS, Paragraph, page_of, read, text_of
from ui.scenes.new_match import NewMatch
from ui.scenes.settings import SettingsScene
from ui.scenes.shortcuts import ShortcutsPage
from ui.scenes.typesetting import setting
from ui.shortcuts import ALL
from ui.table.pause import Pause
from ui.table.scene import TableScene


@pytest.fixture
def first_scene() -> Callable[[Stage], Scene]:
    return menu()


def asked_for(table: TableScene, *, play: bool) -> bool:
    """Whether it is the person's turn, in the play or before it."""
    phase = table.view.phase
    return table.table.your_turn and phase is not None and phase.in_play == play


def asked(app: AppByHand) -> Help:
    """F1 was pressed."""
    app.key(pygame.K_F1)
    shown = app.stage.scene
    assert isinstance(shown, Help)
    app.steps(lambda: shown.ready)
    return shown


def heading(page: Help) -> str:
    """The first heading that is seen."""
    scroll = page.scrolls[page.game]
    return next(line.words for line in page.lines if line.part and line.y >= scroll.offset - scroll.pad)


def test_f1_opens_the_controls_where_nothing_else_is_to_be_said_and_leads_back(app: AppByHand) -> None:
    below = app.stage.scene
    assert asked(app).game == "playing"
    app.key(pygame.K_F1)
    assert app.stage.scene is below
    app.stage.push(SettingsScene(app.stage))
    assert asked(app).game == "playing"


@pytest.mark.slow
@pytest.mark.parametrize("people, game, headings", [
    ("you club", "briscola", ("Play",)), ("you club club club", "spades", ("Bidding", "Play")),
    ("you club club club club", "chiamata", ("The auction", "Play")), ("you club club", "muscio", ("Declaring",)),
])  # fmt: skip
def test_at_a_table_f1_opens_the_game_at_what_is_done_now_with_its_rules_marked(
    app: AppByHand, people: str, game: str, headings: tuple[str, ...]
) -> None:
    scene = at_table(app, seating(people, game=game))
    for number, words in enumerate(headings):
        in_play = number == len(headings) - 1 and words == "Play"
        forward(app, partial(asked_for, play=in_play), eager=True)
        page = asked(app)
        assert (page.game, heading(page)) == (game, words)
        assert page.told[1] == words
        assert any(line.words.startswith("At this table: ") for line in page.lines)
        app.key(pygame.K_ESCAPE)
        assert app.stage.scene is scene


@pytest.mark.slow
def test_from_the_pause_too(app: AppByHand) -> None:
    at_table(app, seating("you club", game="briscola"))
    forward(app, lambda table: table.table.your_turn)
    app.key(pygame.K_ESCAPE)
    pause = app.stage.scene
    assert isinstance(pause, Pause)
    assert heading(asked(app)) == "Play"
    app.key(pygame.K_F1)
    assert app.stage.scene is pause


@pytest.mark.slow
def test_when_a_deal_is_over_f1_opens_the_score(app: AppByHand) -> None:
    at_table(app, seating("you club", game="briscola"))
    forward(app, lambda table: isinstance(table.view.phase, Over), eager=True)
    assert heading(asked(app)) == "Winning a deal"


def test_at_the_house_rules_f1_opens_those_and_in_the_new_match_its_game(app: AppByHand) -> None:
    game = list(GAMES)[-1]
    app.stage.push(HouseRules(app.stage, game))
    page = asked(app)
    assert (page.game, heading(page)) == (game, "House rules")
    app.stage.go(NewMatch(app.stage))
    page = asked(app)
    assert page.game == NewMatch(app.stage).form.game and page.scrolls[page.game].offset == 0


def test_the_shortcuts_are_one_of_the_pages_and_their_keys_can_be_changed_from_there(app: AppByHand) -> None:
    page = asked(app)
    page.show_page(KEYS)
    assert all(one.shown in page.told and one.does in page.told for one in ALL)
    app.press("change-keys")
    app.shows(ShortcutsPage)
    app.key(pygame.K_ESCAPE)
    assert app.stage.scene is page


def test_another_page_is_told_when_it_is_chosen(app: AppByHand) -> None:
    page = asked(app)
    said: list[str] = []
    app.stage.narrate = said.append
    page.show_page("glossary")
    assert said == [one.words for one in page_of("glossary")]


def test_a_page_keeps_its_place_when_the_window_changes(app: AppByHand) -> None:
    at_table(app, seating("you club", game="briscola"))
    page = asked(app)
    page.scrolls[page.game].move_to(0)
    app.resize((1920, 1080))
    app.steps(lambda: page.ready)
    assert page.scrolls[page.game].offset == 0


# -- to find something -----------------------------------------------------------------------------


def typed(app: AppByHand, words: str) -> None:
    app.key(pygame.K_F3)
    for sign in words:
        app.post(pygame.KEYDOWN, key=ord(sign) if sign.isascii() else 0, mod=0, unicode=sign, scancode=0)
        app.post(pygame.TEXTINPUT, text=sign)


def test_what_is_typed_is_found_in_every_page_and_enter_reads_it_there(app: AppByHand) -> None:
    page = asked(app)
    typed(app, "CAPPOTTO")
    assert page.places and {one.page for one in page.places} >= {"chiamata", "glossary"}
    assert all(one.words[one.begin : one.end].casefold() == "cappotto" for one in page.places)
    app.key(pygame.K_DOWN)
    place = page.places[1]
    app.key(pygame.K_RETURN)
    app.steps(lambda: page.ready)
    assert page.game == place.page and not page.places and not page.sought
    scroll = page.scrolls[page.game]
    line = next(line for line in page.lines if line.number == page.number)
    assert line.words in place.words and scroll.window.collidepoint(scroll.window.left, scroll.top + line.y)


def test_esc_leads_from_what_was_found_to_the_text_and_then_back(app: AppByHand) -> None:
    below = app.stage.scene
    page = asked(app)
    typed(app, "zzzz")
    assert page.places == ()
    app.key(pygame.K_RETURN)
    assert page.places == (), "there is nowhere to go"
    app.key(pygame.K_ESCAPE)
    assert app.stage.scene is page and page.places is None
    app.key(pygame.K_ESCAPE)
    assert app.stage.scene is below


def test_the_headings_of_a_page_lead_to_its_parts(app: AppByHand) -> None:
    page = asked(app)
    page.show_page("muscio")
    app.steps(lambda: page.ready)
    app.key(pygame.K_F2)
    assert page.places is not None
    headings = [one.words for one in page_of("muscio") if one.kind in ("title", "heading")]
    assert [one.words for one in page.places] == headings
    at = headings.index("Gatta")
    for _step in range(at):
        app.key(pygame.K_DOWN)
    app.key(pygame.K_RETURN)
    app.steps(lambda: page.ready)
    scroll = page.scrolls[page.game]
    first = next(line for line in page.lines if scroll.top + line.y >= scroll.window.top)
    assert first.words == "Gatta" and page.told[1] == "Gatta"


def test_places_are_the_same_on_a_page_that_says_what_is_in_force(app: AppByHand) -> None:
    at_table(app, seating("you club", game="briscola"))
    page = asked(app)
    app.key(pygame.K_F2)
    assert page.places is not None
    for place in page.places:
        page.read_from(place.page, place.number)
        assert page.number is not None and page.paragraphs[page.number].words == place.words


@pytest.mark.parametrize("language, words, hit", [
    ("fr", "regles", "règles"), ("fr", "coeur", "cœur"), ("fr", "ÉPÉES", "épées"), ("it", "perche", "perché"),
    ("en", "two  players", "two players"),
])  # fmt: skip
def test_neither_accents_nor_case_are_asked_for(language: str, words: str, hit: str) -> None:
    with speaking(language):
        places = found(index({"briscola": (Paragraph("text", f"Ah, {hit.capitalize()} là: œ œ."),)}), words, "")
        assert [(one.words[one.begin : one.end]) for one in places] == [hit.capitalize()]


def test_every_page_of_every_language_is_searched() -> None:
    for language in LANGUAGES:
        with speaking(language):
            for name, page in read().items():
                words = max((one.words for one in page if one.words), key=len)
                assert any(one.page == name and one.words == words for one in found(index({name: page}), words, ""))


def test_the_text_is_read_beside_the_loop_and_set_some_paragraphs_a_frame(app: AppByHand) -> None:
    app.storage.holding = True
    page = Help(app.stage, Topic("chiamata"))
    setting.cache_clear()
    app.stage.push(page)
    app.step()
    assert not page.ready and not page.lines
    app.storage.let()
    app.step()
    lengths = list[int]()
    while not page.ready:
        app.step()
        lengths.append(len({one.number for one in page.lines}))
    assert lengths == [min(EACH * at, len(page.paragraphs)) for at in range(1, len(lengths) + 1)] and len(lengths) > 5


# -- what is in force ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_a_game_is_marked_in_its_text_in_every_language(game: str) -> None:
    rules = preset_rules(game, next(iter(GAMES[game].presets)))
    own = {rule.name for rule in rules.declared} - DISCIPLINE - AIDS
    for language in LANGUAGES:
        text = text_of(game, language, FOLDER)
        named = {name for one in text for name in one.rules}
        assert own <= named <= {rule.name for rule in rules.declared}
        assert not any("{" in one.words for one in text)


def test_below_what_a_rule_changes_stands_what_it_is_at_this_table() -> None:
    table = RuleSet(game="briscola", preset="classic", changes={"deal_winner": "over_60"})
    page = page_of("briscola", table)
    at = next(at for at, one in enumerate(page) if one.rules == ("deal_winner",))
    mark = "At this table – Each for himself, a deal goes to: more than 60."
    assert (page[at + 1].kind, page[at + 1].words) == ("mark", mark)
    assert not [one for one in page_of("briscola") if one.kind == "mark"]
