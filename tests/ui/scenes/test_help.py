"""F1 opens the help at the topic of the scene, and all of it is narrated too."""

from __future__ import annotations

from functools import partial

import pygame
import pytest

from game.core.options import COMMON_OPTION_NAMES
from game.core.phase import DealOverPhase
from game.match.assistance import ASSISTANCE_OPTION_NAMES as AIDS
from game.match.house_rules import RuleSet, make_preset_rule_set
from game.rules import GAMES
from game.text.gettext import LANGUAGE_NAMES, use_language
from tests.fakes import make_match_setup
from tests.ui.app_driver import AppDriver, open_table
from tests.ui.match_driver import play_until
from ui.app.router import HelpTopic
from ui.graphics.theme import load_font
from ui.input.key_map import ALL_SHORTCUTS
from ui.scenes.help.content import (
    HELP_FOLDER,
    SHORTCUTS_PAGE,
    HelpParagraph,
    get_page,
    parse_paragraphs,
    read_pages,
    read_text_page,
)
from ui.scenes.help.scene import PARAGRAPHS_PER_FRAME, HelpScene
from ui.scenes.help.search import build_index, search
from ui.scenes.help.text_layout import get_page_layout, layout_page
from ui.scenes.house_rules.scene import HouseRulesScene
from ui.scenes.new_match.scene import NewMatchScene
from ui.scenes.settings.scene import SettingsScene
from ui.scenes.shortcuts.scene import ShortcutsScene
from ui.table.overlays.pause import PauseOverlay
from ui.table.scene import TableScene


def is_persons_turn_at(table: TableScene, *, play: bool) -> bool:
    """Return whether the person is on turn, during the play or before it."""
    phase = table.observation.phase
    return table.session.is_your_turn and phase is not None and phase.is_card_play == play


def press_help_key(app: AppDriver) -> HelpScene:
    """Press F1 and return the help."""
    app.press_key(pygame.K_F1)
    shown = app.expect_scene(HelpScene)
    app.advance_until(lambda: shown.is_ready)
    return shown


def get_first_visible_heading(page: HelpScene) -> str:
    """Return the first visible heading."""
    scroll = page.scroll_areas[page.page_name]
    return next(line.text for line in page.lines if line.section and line.y >= scroll.offset - scroll.padding)


def test_f1_opens_general_help_and_returns(app: AppDriver) -> None:
    below = app.context.scenes.top
    assert press_help_key(app).page_name == "playing"
    app.press_key(pygame.K_F1)
    assert app.context.scenes.top is below
    app.context.scenes.push(SettingsScene(app.context))
    assert press_help_key(app).page_name == "playing"


@pytest.mark.slow
@pytest.mark.parametrize("people, game, headings", [
    ("you club", "briscola", ("Play",)), ("you club club club", "spades", ("Bidding", "Play")),
    ("you club club club club", "chiamata", ("The auction", "Play")), ("you club club", "muscio", ("Declaring",)),
])  # fmt: skip
def test_f1_at_a_table_opens_the_current_section_with_rules_marked(
    app: AppDriver, people: str, game: str, headings: tuple[str, ...]
) -> None:
    scene = open_table(app, make_match_setup(people, game=game))
    for number, words in enumerate(headings):
        in_play = number == len(headings) - 1 and words == "Play"
        play_until(app, partial(is_persons_turn_at, play=in_play), prefers_other_actions=True)
        page = press_help_key(app)
        assert (page.page_name, get_first_visible_heading(page)) == (game, words)
        assert page.narration[1] == words
        assert any(line.text.startswith("At this table: ") for line in page.lines)
        app.press_key(pygame.K_ESCAPE)
        assert app.context.scenes.top is scene


@pytest.mark.slow
def test_f1_on_the_pause_opens_game_help(app: AppDriver) -> None:
    open_table(app, make_match_setup("you club", game="briscola"))
    play_until(app, lambda table: table.session.is_your_turn)
    app.press_key(pygame.K_ESCAPE)
    pause = app.expect_scene(PauseOverlay)
    assert get_first_visible_heading(press_help_key(app)) == "Play"
    app.press_key(pygame.K_F1)
    assert app.context.scenes.top is pause


@pytest.mark.slow
def test_f1_after_a_deal_opens_the_scoring_section(app: AppDriver) -> None:
    open_table(app, make_match_setup("you club", game="briscola"))
    play_until(app, lambda table: isinstance(table.observation.phase, DealOverPhase), prefers_other_actions=True)
    assert get_first_visible_heading(press_help_key(app)) == "Winning a deal"


def test_f1_on_form_pages_opens_the_matching_help(app: AppDriver) -> None:
    game = list(GAMES)[-1]
    app.context.scenes.push(HouseRulesScene(app.context, game))
    page = press_help_key(app)
    assert (page.page_name, get_first_visible_heading(page)) == (game, "House rules")
    app.context.scenes.replace(NewMatchScene(app.context))
    page = press_help_key(app)
    assert page.page_name == NewMatchScene(app.context).form.game and page.scroll_areas[page.page_name].offset == 0


def test_shortcuts_page_of_the_help_leads_to_key_bindings(app: AppDriver) -> None:
    page = press_help_key(app)
    page.show_page(SHORTCUTS_PAGE)
    assert all(f"{shortcut.default_label}: {shortcut.description}" in page.narration for shortcut in ALL_SHORTCUTS)
    app.click_button("change-keys")
    app.expect_scene(ShortcutsScene)
    app.press_key(pygame.K_ESCAPE)
    assert app.context.scenes.top is page


def test_selected_page_is_narrated(app: AppDriver) -> None:
    page = press_help_key(app)
    narrated: list[str] = []
    app.context.narrate = narrated.append
    page.show_page("glossary")
    assert narrated == [paragraph.text for paragraph in get_page("glossary")]


def test_page_keeps_its_scroll_position_on_resize(app: AppDriver) -> None:
    open_table(app, make_match_setup("you club", game="briscola"))
    page = press_help_key(app)
    page.scroll_areas[page.page_name].move_to(0)
    app.resize((1920, 1080))
    app.advance_until(lambda: page.is_ready)
    assert page.scroll_areas[page.page_name].offset == 0


# -- search ----------------------------------------------------------------------------------------


def type_search(app: AppDriver, words: str) -> None:
    app.press_key(pygame.K_F3)
    for sign in words:
        app.post_event(pygame.KEYDOWN, key=ord(sign) if sign.isascii() else 0, mod=0, unicode=sign, scancode=0)
        app.post_event(pygame.TEXTINPUT, text=sign)


def test_search_goes_on_in_the_same_line_when_the_list_replaces_the_text(app: AppDriver) -> None:
    press_help_key(app)
    entry = app.get_widget("search")
    app.click(entry.get_abs_rect().center)
    app.type_text("trup")
    app.press_key(pygame.K_LEFT)
    app.post_event(pygame.TEXTINPUT, text="m")
    app.advance_frame()
    assert app.get_widget("search") is entry and entry.is_focused
    assert (entry.get_text(), entry.edit_position) == ("trump", 4)


def test_search_finds_text_in_every_page_and_enter_opens_it(app: AppDriver) -> None:
    page = press_help_key(app)
    type_search(app, "CAPPOTTO")
    assert page.places and {found_place.page for found_place in page.places} >= {"chiamata", "glossary"}
    assert all(
        found_place.text[found_place.match_start : found_place.match_end].casefold() == "cappotto"
        for found_place in page.places
    )
    app.press_key(pygame.K_DOWN)
    place = page.places[1]
    app.press_key(pygame.K_RETURN)
    app.advance_until(lambda: page.is_ready)
    assert page.page_name == place.page and not page.places and not page.query
    scroll = page.scroll_areas[page.page_name]
    line = next(line for line in page.lines if line.paragraph_index == page.number)
    assert line.text in place.text and scroll.viewport.collidepoint(scroll.viewport.left, scroll.content_top + line.y)


def test_escape_closes_search_results_before_the_help(app: AppDriver) -> None:
    below = app.context.scenes.top
    page = press_help_key(app)
    type_search(app, "zzzz")
    assert page.places == ()
    app.press_key(pygame.K_RETURN)
    assert page.places == (), "there is nowhere to go"
    app.press_key(pygame.K_ESCAPE)
    assert app.context.scenes.top is page and page.places is None
    app.press_key(pygame.K_ESCAPE)
    assert app.context.scenes.top is below


def test_heading_list_leads_to_the_sections(app: AppDriver) -> None:
    page = press_help_key(app)
    page.show_page("muscio")
    app.advance_until(lambda: page.is_ready)
    app.press_key(pygame.K_F2)
    assert page.places is not None
    headings = [place.text for place in get_page("muscio") if place.kind in ("title", "heading")]
    assert [place.text for place in page.places] == headings
    index = headings.index("Gatta")
    for _step in range(index):
        app.press_key(pygame.K_DOWN)
    app.press_key(pygame.K_RETURN)
    app.advance_until(lambda: page.is_ready)
    scroll = page.scroll_areas[page.page_name]
    first = next(line for line in page.lines if scroll.content_top + line.y >= scroll.viewport.top)
    assert first.text == "Gatta" and page.narration[1] == "Gatta"


def test_places_are_the_same_on_a_page_with_rules_in_force(app: AppDriver) -> None:
    open_table(app, make_match_setup("you club", game="briscola"))
    page = press_help_key(app)
    app.press_key(pygame.K_F2)
    assert page.places is not None
    for place in page.places:
        page.read_from(place.page, place.paragraph_index)
        assert page.number is not None and page.paragraphs[page.number].text == place.text


@pytest.mark.parametrize("language, words, hit", [
    ("fr", "regles", "règles"), ("fr", "coeur", "cœur"), ("fr", "ÉPÉES", "épées"), ("it", "perche", "perché"),
    ("en", "two  players", "two players"),
])  # fmt: skip
def test_search_ignores_accents_and_case(language: str, words: str, hit: str) -> None:
    with use_language(language):
        places = search(
            build_index({"briscola": (HelpParagraph("text", f"Ah, {hit.capitalize()} là: œ œ."),)}), words, ""
        )
        assert [(place.text[place.match_start : place.match_end]) for place in places] == [hit.capitalize()]


def test_every_page_of_every_language_is_searched() -> None:
    for language in LANGUAGE_NAMES:
        with use_language(language):
            for name, page in read_pages().items():
                words = max((paragraph.text for paragraph in page if paragraph.text), key=len)
                assert any(
                    paragraph.page == name and paragraph.text == words
                    for paragraph in search(build_index({name: page}), words, "")
                )


def test_help_text_is_loaded_in_background_and_laid_out_in_steps(app: AppDriver) -> None:
    app.storage.is_paused = True
    page = HelpScene(app.context, HelpTopic("chiamata"))
    get_page_layout.cache_clear()
    app.context.scenes.push(page)
    app.advance_frame()
    assert not page.is_ready and not page.lines
    app.storage.run_waiting_calls()
    app.advance_frame()
    lengths = list[int]()
    while not page.is_ready:
        app.advance_frame()
        lengths.append(len({line.paragraph_index for line in page.lines}))
    assert (
        lengths == [min(PARAGRAPHS_PER_FRAME * end, len(page.paragraphs)) for end in range(1, len(lengths) + 1)]
        and len(lengths) > 5
    )


# -- tables ----------------------------------------------------------------------------------------


def test_row_of_a_table_is_read_with_the_names_of_its_columns() -> None:
    table = "| Contract | Caller |\n|---|---|\n| 61 | +2 |\n| in mano | +4 |\n\n| Bid |\n|---|\n| 7 |"
    assert [(row.kind, row.text, row.cells) for row in parse_paragraphs(table)] == [
        ("columns", "", ("Contract", "Caller")),
        ("row", "Contract 61, Caller +2", ("61", "+2")),
        ("row", "Contract in mano, Caller +4", ("in mano", "+4")),
        ("columns", "", ("Bid",)),
        ("row", "Bid 7", ("7",)),
    ]


@pytest.mark.parametrize("width, ui_scale", [(400, 0.75), (560, 2.0), (838, 1.0)])
@pytest.mark.parametrize("language", LANGUAGE_NAMES)
@pytest.mark.parametrize("game", GAMES)
def test_cells_of_a_table_neither_overlap_nor_leave_the_page(
    game: str, language: str, width: int, ui_scale: float
) -> None:
    pygame.font.init()
    page = read_text_page(game, language, HELP_FOLDER)
    lines, height = layout_page(page, width, ui_scale)
    rects = list[pygame.Rect]()
    for line in (line for line in lines if page[line.paragraph_index].cells):
        size = load_font(line.style.face, round(line.style.size * ui_scale)).size(line.text)
        rects.append(pygame.Rect(line.x, line.y, *size))
    assert rects and all(rect.right <= width and rect.bottom <= height for rect in rects)
    assert all(rect.inflate(-2, -rect.height // 2).collidelist(rects[:index]) < 0 for index, rect in enumerate(rects))


# -- rules of the table ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_marked_in_the_help_in_every_language(game: str) -> None:
    rules = make_preset_rule_set(game, next(iter(GAMES[game].presets)))
    own = {rule.name for rule in rules.option_specs} - COMMON_OPTION_NAMES - AIDS
    for language in LANGUAGE_NAMES:
        text = read_text_page(game, language, HELP_FOLDER)
        named = {name for paragraph in text for name in paragraph.rule_names}
        assert own <= named <= {rule.name for rule in rules.option_specs}
        assert not any("{" in paragraph.text for paragraph in text)


def test_rule_value_of_the_table_is_shown_below_its_paragraph() -> None:
    table = RuleSet(game="briscola", preset="classic", changes={"deal_winner": "over_60"})
    page = get_page("briscola", table)
    index = next(index for index, paragraph in enumerate(page) if paragraph.rule_names == ("deal_winner",))
    mark = "At this table – Deal winner: more than 60."
    assert (page[index + 1].kind, page[index + 1].text) == ("mark", mark)
    assert not [paragraph for paragraph in get_page("briscola") if paragraph.kind == "mark"]
