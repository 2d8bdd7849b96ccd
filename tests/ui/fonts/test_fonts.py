"""Any text can be drawn: in its own letters where a font has them, never as boxes, never as an end of the program."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from unittest.mock import patch

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.text import drawable, letters
from tests.game.test_text import ANY, NASTY
from ui import theme
from ui.fonts import coverage, others
from ui.fonts.face import DOT, MOST, Face
from ui.fonts.order import ordered

NAMES = {
    "Latin": "Nguyễn Thị Hồng", "Greek": "Ἀλέξανδρος", "Cyrillic": "Ольга", "Hebrew": "שרה לוי", "Arabic": "محمد علي",
    "Devanagari": "प्रिया क्षत्रिय", "Thai": "สมชาย ที่นี่", "Georgian": "გიორგი", "Armenian": "Արմեն", "Han": "王小明",
    "Kana": "さくら アキラ", "Hangul": "김민준", "Tamil": "தமிழ் கொ", "Bengali": "বাংলা", "Ethiopic": "አበበ",
    "Khmer": "សុខា", "emoji": "😀🎉", "suits": "♠♥♦♣",
}  # fmt: skip
FACES: tuple[theme.Face, ...] = ("sans", "bold", "serif")


@pytest.fixture(autouse=True)
def _fonts() -> Iterator[None]:
    pygame.font.init()
    theme.font.cache_clear()
    yield
    theme.font.cache_clear()


def pixels(picture: pygame.Surface) -> bytes:
    return pygame.image.tobytes(picture, "RGBA")


@pytest.mark.slow
@given(ANY, st.sampled_from(FACES), st.integers(1, 40), st.integers(-5, 300))
def test_no_text_whatever_stops_the_program(words: str, face: theme.Face, size: int, width: int) -> None:
    assert theme.text(words, face, size, theme.CREAM).get_width() >= 1
    assert 1 <= theme.fitted(words, face, size, theme.CREAM, width).get_width() <= max(1, width)
    for line in theme.wrapped(words, face, size, width):
        assert theme.text(line, face, size, theme.CREAM).get_width() >= 1


@pytest.mark.slow
@pytest.mark.parametrize("words", [*NASTY, "", "a\0b", "\ud83d", "x" * 100_000, "王" * 20_000, "e" + "\u0301" * 5000,
                                   "\n\n", "\u200f" * 9, "‮abc", "\t"], ids=lambda words: ascii(words[:12]))  # fmt: skip
def test_nor_does_a_nasty_one(words: str) -> None:
    assert theme.text(words, "sans", 18, theme.CREAM).get_width() >= 1
    assert 1 <= theme.fitted(words, "bold", 18, theme.CREAM, 90).get_width() <= 90
    assert theme.wrapped(words, "serif", 18, 2000)


@given(ANY)
def test_a_text_is_drawn_as_wide_as_it_is_measured_and_as_high_as_its_line(words: str) -> None:
    face = theme.font("sans", 18)
    drawn = face.render(words, True, theme.CREAM)
    assert drawn.get_size() == (max(1, face.size(words)[0]), face.get_height())


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
@pytest.mark.parametrize("face", FACES)
def test_a_name_in_any_script_is_drawn_with_its_own_signs(name: str, face: theme.Face) -> None:
    font = theme.font(face, 20)
    for run in font.runs(name):
        own = others.coverage_of(run.path or Path(theme.FACES[face]))
        assert all(sign in own for sign in run.text), run
    drawn = "".join(run.text for run in font.runs(name))
    assert sorted(drawn) == sorted(drawable(name))
    assert font.render(name, True, theme.CREAM).get_bounding_rect().height > 5


def test_a_sign_that_no_font_has_is_a_dot_or_its_plain_form_and_never_a_box() -> None:
    with patch("ui.fonts.others.font_for", return_value=None):
        face = Face(theme.FACES["sans"], 18)
        box = pixels(pygame.font.Font(theme.FACES["sans"], 18).render("王", True, theme.CREAM))
        drawn = face.render("王", True, theme.CREAM)
        assert pixels(drawn) != box
        assert pixels(drawn) == pixels(face.render(DOT, True, theme.CREAM))
        assert [run.text for run in face.runs("ＡＢ")] == ["AB"]


@pytest.mark.parametrize("size", [0, 7, 100, 3000, 20_000, -1])
def test_a_damaged_font_file_is_never_opened(size: int) -> None:
    """pygame opens it, and ends the program at the first letter."""
    data = Path(theme.FACES["sans"]).read_bytes()
    assert "a" in coverage.read(BytesIO(data))
    assert "a" not in coverage.read(BytesIO(data[:size]))
    assert others.coverage_of(Path("gone.ttf")) is not None


def test_what_the_face_has_itself_asks_no_other_font() -> None:
    with patch("ui.fonts.others.font_for", side_effect=AssertionError):
        for words in ("Tavolo Verde", "Zoë: perché?", "Ольга", "Ἀλέξανδρος", "… – “×”"):
            plain = pygame.font.Font(theme.FACES["sans"], 18).render(words, True, theme.CREAM)
            assert pixels(theme.text(words, "sans", 18, theme.CREAM)) == pixels(plain)


@pytest.mark.parametrize("text, seen", [
    ("Anna", "Anna"),
    ("אבג", "אבג"),
    ("אב גד", "גד אב"),
    ("Anna אב גד Bob", "Anna גד אב Bob"),
    ("אב 12", "12 אב"),
    ("אב (12)", "12) אב)"),
    ("(אב)", "(אב)"),
    ("Anna: אב!", "Anna: אב!"),
])  # fmt: skip
def test_words_from_right_to_left_stand_in_their_order(text: str, seen: str) -> None:
    """A word from right to left is turned round by its font, so here it is still in reading order."""
    assert "".join(one.text for one in ordered(list(letters(text)))) == seen


@pytest.mark.parametrize("text, language", [("王", "zh"), ("さくら 明", "ja"), ("김 金", "ko"), ("Anna", "zh")])
def test_chinese_signs_have_the_shape_of_their_language(text: str, language: str) -> None:
    assert others.language_of(text) == language


@given(st.binary(max_size=200))
def test_a_file_that_is_no_font_has_no_signs(data: bytes) -> None:
    for start in (b"", b"ttcf", b"\0\1\0\0\0\1", b"ttcf\0\0\0\0\0\0\0\1\0\0\0\x10"):
        assert "a" not in coverage.read(BytesIO(start + data))


@pytest.mark.parametrize("face", FACES)
def test_the_character_map_says_what_the_font_has(face: theme.Face) -> None:
    covered = others.coverage_of(Path(theme.FACES[face]))
    font = pygame.font.Font(theme.FACES[face], 18)
    (missing,) = font.metrics("\uffff")
    for sign in map(chr, range(0x20, 0x2000)):
        if sign not in covered:
            assert font.metrics(sign) == [missing], ascii(sign)
    assert all(sign in covered for sign in "azAZ09è…—ŁЖΩ")


def test_the_systems_fonts_are_found_below_their_folders(tmp_path: Path) -> None:
    (tmp_path / "noto").mkdir()
    for name in ("NotoSansX-Regular.ttf", "NotoSansX-Bold.ttf", "readme.txt", "cjk.TTC"):
        (tmp_path / "noto" / name).touch()
    assert [path.name for path in others.find([tmp_path, tmp_path / "gone"])] == ["NotoSansX-Regular.ttf", "cjk.TTC"]
    assert others.folders()


def test_a_word_wider_than_its_place_is_broken_and_nothing_of_it_is_lost() -> None:
    lines = theme.wrapped("王小明" * 30, "sans", 18, 200)
    assert "".join(lines) == "王小明" * 30
    assert all(theme.font("sans", 18).size(line)[0] <= 200 for line in lines)


def test_only_so_much_of_a_text_is_drawn_as_a_screen_could_show() -> None:
    face = theme.font("sans", 18)
    assert face.size("x" * (10 * MOST)) == face.size("x" * MOST)
