"""Any text can be drawn: with its own letters if a font has them, never as boxes, and without a crash."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from unittest.mock import patch

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame_gui.core import gui_font_pygame

from game.core.sanitizer import iter_letters, sanitize_for_drawing
from tests.lanes import choose_count
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver
from tests.unusual_text import ANY_TEXT, PROBLEM_CHARACTERS
from ui.graphics import theme
from ui.graphics.fonts import system_fonts
from ui.graphics.fonts.font import REPLACEMENT_CHARACTER, FallbackFont
from ui.graphics.fonts.text_direction import order_visually
from ui.widgets.text_input import TextInput

NAME_BY_SCRIPT = {
    "Latin": "Nguyễn Thị Hồng", "Greek": "Ἀλέξανδρος", "Cyrillic": "Ольга", "Hebrew": "שרה לוי", "Arabic": "محمد علي",
    "Devanagari": "प्रिया क्षत्रिय", "Thai": "สมชาย ที่นี่", "Georgian": "გიორგი", "Armenian": "Արմեն", "Han": "王小明",
    "Kana": "さくら アキラ", "Hangul": "김민준", "Tamil": "தமிழ் கொ", "Bengali": "বাংলা", "Ethiopic": "አበበ",
    "Khmer": "សុខា", "emoji": "😀🎉", "suits": "♠♥♦♣",
}  # fmt: skip
TYPEFACES: tuple[theme.FontFace, ...] = ("sans", "bold", "serif")


@pytest.fixture(autouse=True)
def _fonts() -> Iterator[None]:
    pygame.font.init()
    theme.load_font.cache_clear()
    yield
    theme.load_font.cache_clear()


def get_pixels(picture: pygame.Surface) -> bytes:
    return pygame.image.tobytes(picture, "RGBA")


@pytest.mark.nightly
@pytest.mark.slow
@check_rows("words", [
    *PROBLEM_CHARACTERS, "", "a\0b", "\ud83d", "x" * choose_count(9000, 20_000),
    "王" * choose_count(5000, 20_000), "e" + "\u0301" * choose_count(2000, 5000), "\n\n",
    "\u200f" * 9, "‮abc", "\t",
])  # fmt: skip
def test_nasty_text_can_be_drawn(words: str) -> None:
    assert theme.render_text(words, "sans", 18, theme.CREAM).get_width() >= 1
    assert 1 <= theme.render_fitted_text(words, "bold", 18, theme.CREAM, 90).get_width() <= 90
    assert theme.wrap_text(words, "serif", 18, 2000)


@check_rows("name", NAME_BY_SCRIPT.values())
@check_rows("face", TYPEFACES)
def test_name_in_any_script_is_drawn_with_its_own_glyphs(name: str, face: theme.FontFace) -> None:
    font = theme.load_font(face, 20)
    for run in font.split_into_runs(name):
        assert system_fonts.has_characters(run.path or Path(theme.FONT_FILES[face]), run.text), run
    drawn = "".join(run.text for run in font.split_into_runs(name))
    assert sorted(drawn) == sorted(sanitize_for_drawing(name))
    assert font.render(name, True, theme.CREAM).get_bounding_rect().height > 5


@pytest.mark.parametrize("name", [NAME_BY_SCRIPT["Han"], NAME_BY_SCRIPT["Hebrew"], NAME_BY_SCRIPT["emoji"]])
def test_widgets_of_pygame_gui_draw_a_name_in_any_script(app: AppDriver, name: str) -> None:
    line = TextInput(name, pygame.Rect(0, 0, 300, 40), app.context.place, max_length=20)
    assert line.font is not None
    expected = theme.load_font("sans", line.font.get_point_size()).render(name, True, theme.CREAM)
    assert line.font.size(name) == expected.get_size()
    shown = line.font.render_premul(name, pygame.Color(theme.CREAM))
    assert get_pixels(shown) == get_pixels(expected.convert_alpha().premul_alpha())


def test_pygame_gui_itself_is_not_changed(app: AppDriver) -> None:
    assert gui_font_pygame.Font is pygame.font.Font  # type: ignore[attr-defined]


def test_character_missing_in_all_fonts_is_drawn_as_dot_or_plain_form() -> None:
    with patch("ui.graphics.fonts.system_fonts.find_font", return_value=None):
        face = FallbackFont(theme.FONT_FILES["sans"], 18)
        box = get_pixels(pygame.font.Font(theme.FONT_FILES["sans"], 18).render("王", True, theme.CREAM))
        drawn = face.render("王", True, theme.CREAM)
        assert get_pixels(drawn) != box
        assert get_pixels(drawn) == get_pixels(face.render(REPLACEMENT_CHARACTER, True, theme.CREAM))
        assert [run.text for run in face.split_into_runs("ＡＢ")] == ["AB"]


@check_rows("size", [0, 7, 100, 3000, 20_000, -1])
def test_damaged_font_file_is_never_opened(size: int) -> None:
    """Check this because pygame opens such a file and crashes at the first letter."""
    data = Path(theme.FONT_FILES["sans"]).read_bytes()
    assert system_fonts.is_whole_font(BytesIO(data))
    assert not system_fonts.is_whole_font(BytesIO(data[:size]))
    assert not system_fonts.has_characters(Path("gone.ttf"), "a")


def test_text_covered_by_own_typeface_uses_no_other_font() -> None:
    with patch("ui.graphics.fonts.system_fonts.find_font", side_effect=AssertionError):
        for words in ("Tavolo Verde", "Zoë: perché?", "Ольга", "Ἀλέξανδρος", "… – “×”"):
            plain = pygame.font.Font(theme.FONT_FILES["sans"], 18).render(words, True, theme.CREAM)
            assert get_pixels(theme.render_text(words, "sans", 18, theme.CREAM)) == get_pixels(plain)


@check_rows("text, seen", [
    ("Anna", "Anna"),
    ("אבג", "אבג"),
    ("אב גד", "גד אב"),
    ("Anna אב גד Bob", "Anna גד אב Bob"),
    ("אב 12", "12 אב"),
    ("אב (12)", "12) אב)"),
    ("(אב)", "(אב)"),
    ("Anna: אב!", "Anna: אב!"),
])  # fmt: skip
def test_right_to_left_words_are_drawn_in_their_order(text: str, seen: str) -> None:
    """Compare words, because the font reverses the letters of a right-to-left word."""
    assert "".join(letter.text for letter in order_visually(list(iter_letters(text)))) == seen


@check_rows("text, language", [("王", "zh"), ("さくら 明", "ja"), ("김 金", "ko"), ("Anna", "zh")])
def test_chinese_characters_have_the_shape_of_their_language(text: str, language: str) -> None:
    assert system_fonts.detect_cjk_language(text) == language


@given(st.binary(max_size=200))
def test_file_that_is_no_font_is_never_opened(data: bytes) -> None:
    for start in (b"", b"ttcf", b"\0\1\0\0\0\1", b"ttcf\0\0\0\0\0\0\0\1\0\0\0\x10"):
        assert not system_fonts.is_whole_font(BytesIO(start + data))


@check_rows("face", TYPEFACES)
def test_characters_of_a_font_are_those_that_it_draws(face: theme.FontFace) -> None:
    path, font = Path(theme.FONT_FILES[face]), pygame.font.Font(theme.FONT_FILES[face], 18)
    (missing,) = font.metrics("\uffff")
    for sign in map(chr, range(0x20, 0x2000)):
        if not system_fonts.has_characters(path, sign):
            assert font.metrics(sign) == [missing], ascii(sign)
    assert system_fonts.has_characters(path, "azAZ09è…—ŁЖΩ")


def test_system_fonts_are_found_below_their_folders(tmp_path: Path) -> None:
    (tmp_path / "noto").mkdir()
    for name in ("NotoSansX-Regular.ttf", "NotoSansX-Bold.ttf", "readme.txt", "cjk.TTC"):
        (tmp_path / "noto" / name).touch()
    assert [path.name for path in system_fonts.find_fonts([tmp_path, tmp_path / "gone"])] == [
        "NotoSansX-Regular.ttf",
        "cjk.TTC",
    ]
    assert system_fonts.list_font_folders()


def test_too_wide_word_is_broken_without_losing_a_character() -> None:
    lines = theme.wrap_text("王小明" * 30, "sans", 18, 200)
    assert "".join(lines) == "王小明" * 30
    assert all(theme.load_font("sans", 18).size(line)[0] <= 200 for line in lines)


@given(ANY_TEXT, st.integers(1, 40), st.integers(-5, 300))
def test_any_text_is_drawn_in_its_measured_width(words: str, size: int, width: int) -> None:
    face = theme.load_font("sans", size)
    assert face.render(words, True, theme.CREAM).get_size() == (max(1, face.size(words)[0]), face.get_height())
    assert 1 <= theme.render_fitted_text(words, "sans", size, theme.CREAM, width).get_width() <= max(1, width)
    for line in theme.wrap_text(words, "sans", size, width):
        assert theme.render_text(line, "sans", size, theme.CREAM).get_width() >= 1
