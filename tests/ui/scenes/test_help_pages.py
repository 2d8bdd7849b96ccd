"""The help agrees with the rules, and all of its text can be read."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.core.options import list_option_specs
from game.match.assistance import AssistanceOptions
from game.match.house_rules import RuleSet
from game.rules import GAMES
from game.text import gettext
from tests.ui.app_driver import open_test_app
from ui.app.router import HelpTopic
from ui.graphics import theme
from ui.scenes.help.content import describe_house_rules, get_page, list_text_pages, parse_paragraphs
from ui.scenes.help.scene import HelpScene
from ui.scenes.help.text_layout import layout_page
from ui.scenes.main_menu.scene import MainMenuScene


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
        page = app.expect_scene(HelpScene)
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
