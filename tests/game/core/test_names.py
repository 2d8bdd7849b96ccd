"""The sanitizer of text from people: accepted text can be stored, compared, shown and printed."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from string import ascii_letters
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from game.core.sanitizer import (
    MAX_COMBINING_MARKS,
    escape_to_one_line,
    fold_text,
    has_sentence_marks,
    is_visible_line,
    iter_letters,
    name_key,
    sanitize_for_drawing,
    sanitize_line,
    sanitize_typed_text,
)
from tests.rows import check_rows
from tests.unusual_text import ANY_TEXT, PROBLEM_CHARACTERS


@check_rows("sign", PROBLEM_CHARACTERS)
def test_invisible_and_control_characters_are_removed(sign: str) -> None:
    blank = sign == "\u2028"
    assert sanitize_line(f"An{sign}na", 24) == ("An na" if blank else "Anna")
    assert sanitize_line(sign * 3, 24) == ""
    assert not is_visible_line(sign, 24)


@check_rows("text, left", [
    ("  Nonna \t\n Pia ", "Nonna Pia"),
    ("Zoe\u0308", "Zoë"),
    ("\u0301Anna", "Anna"),
    ("a \u0301b", "a b"),
    ("\u2800", ""),
    ("A\u00a0B", "A B"),
    ("王小明", "王小明"),
    ("😀", "😀"),
])  # fmt: skip
def test_text_is_composed_and_spaces_are_merged(text: str, left: str) -> None:
    assert sanitize_line(text, 24) == left


def test_long_text_is_cut_between_letters() -> None:
    assert sanitize_line("abc", 2) == "ab"
    assert sanitize_line("ax\u0323\u0307\u0301", 3) == "a"
    assert sanitize_line("ab cd", 3) == "ab"
    assert sanitize_line("a" + "\u0316" * 50, 200) == "a" + "\u0316" * MAX_COMBINING_MARKS


@given(ANY_TEXT, st.integers(0, 30))
def test_clean_text_is_short_printable_and_composed(text: str, most: int) -> None:
    cleaned = sanitize_line(text, most)
    assert len(cleaned) <= most and cleaned.isprintable() and cleaned == cleaned.strip() and "  " not in cleaned
    assert unicodedata.is_normalized("NFC", cleaned)
    assert sanitize_line(cleaned, most) == cleaned
    assert not cleaned or is_visible_line(cleaned, most)


@given(ANY_TEXT)
def test_text_for_drawing_has_only_well_formed_letters(text: str) -> None:
    shown = sanitize_for_drawing(text)
    assert "".join(iter_letters(shown)) == shown == sanitize_for_drawing(shown)
    assert shown.isprintable()
    assert sanitize_typed_text(sanitize_typed_text(text)) == sanitize_typed_text(text)


CONFUSABLES: Final = Path(__file__).with_name("confusables.txt").read_text(encoding="utf-8")
"""The part of Unicode's list of confusable characters that has to do with single Latin letters."""
MARKS: Final = "\u0301\u0307\u0308\u0327\u0336\u0338"


def list_look_alikes() -> list[tuple[str, str]]:
    """Return the letters of other scripts, with the Latin letter that each looks like according to Unicode."""
    pairs = []
    for line in CONFUSABLES.splitlines():
        if line.startswith("#"):
            continue
        code, looks_like, _kind = line.split(";")
        character, letter = chr(int(code, 16)), "".join(chr(int(part, 16)) for part in looks_like.split())
        is_letter = unicodedata.category(character) in ("Lu", "Ll", "Lo") and not character.isascii()
        if is_letter and letter in ascii_letters and "LATIN" not in unicodedata.name(character):
            pairs.append((character, letter))
    return pairs


CYRILLIC_LETTERS: Final = tuple(zip("АаВСсЕеНІіЈјКМNОоРрЅѕТХхУу", "AaBCcEeHIiJjKMNOoPpSsTXxYy", strict=True))


def test_letter_that_looks_latin_counts_as_the_latin_one() -> None:
    for character, letter in (*list_look_alikes(), *CYRILLIC_LETTERS):
        # Unicode's list has one shape for l and the capital I.
        letters = {letter.lower(), "i"} if letter == "l" else {letter.lower()}
        for form in ("{}", "{}nna", "Pi{}o", "MA{}"):
            keys = {name_key(form.format(latin)) for latin in letters}
            assert name_key(form.format(character)) in keys, (character, letter)


@check_rows(("name", "other"), [
    ("Anna", "Аnna"), ("Anna", "Αnna"), ("Anna", "ᴀɴɴᴀ"), ("Anna", "ɑnnɑ"), ("Anna", "𝐀𝓷𝔫𝚊"), ("Anna", "🅰🅽🅽🅰"),
    ("Carla", "ϲarla"), ("Carla", "Ϲarla"),
    ("Anna", "Ａｎｎａ"), ("Anna", "Ⓐnna"), ("Anna", "A\u20ddnna"), ("Anna", "ꓮꓠꓠꓮ"), ("Ivo", "Ινο"), ("Pia", "Ріа"),
    ("Sara", "Ѕаrа"), ("Tom", "Том"), ("Zoë", "Zоё"), ("Françoise", "Franҫoise"), ("Jo", "ȷo"), ("Gigi", "ɡiɡi"),
    ("Annı", "Anni"), ("Ali", "Ali\u0307"), ("Ali", "ALİ"), ("Jo", "J\u0307o"), ("Jo", "j\u0307o"),
    ("Lí", "Li\u0307\u0301"),
    ("Ali", "Alı\u0307"), ("Ali", "Alі\u0307"), ("Ali", "Ali\u0358"), ("Anna", "A\u0336n\u0335n\u0337a\u0338"),
    ("Zoë", "Z\u0338oë"), ("Zoë", "Zoë\u0336"), ("Anna", "Ⱥnnⱥ"), ("Bob", "ƀoƀ"), ("Анна", "АННА"), ("Ольга", "ОЛЬГА"),
    *(("Zoë", name) for name in ("Zoe\u0308", " ZOË ", "zoë", "\uff3aoë", "Zo\u200bë", "Z\u00ado\u0065\u0308")),
    ("Νίκος", "ΝΊΚΟΣ"), ("Νίκος", "νίκος"), ("Νίκη", "ΝΊΚΗ"), ("Γιάννης", "ΓΙΆΝΝΗΣ"), ("Anna Pia", "Аnnа  Ріа"),
    ("Straße", "STRASSE"), ("Åsa", "A\u030asa"), ("\ufb01lippo", "Filippo"), ("", "\u3164\u200d"), ("a b", "a\u2800b"),
])  # fmt: skip
def test_names_of_equal_appearance_have_same_key(name: str, other: str) -> None:
    assert name_key(name) == name_key(other)


@check_rows(("name", "other"), [
    ("Zoë", "Zoe"), ("Zoë", "Zoë 2"), ("Zoë", "Z oë"),
    ("Zoé", "Zoè"), ("Nicolò", "Nicolo"), ("Łukasz", "Lukasz"), ("Đorđe", "Dorde"), ("Bjørn", "Bjorn"),
    ("Ħal", "Hal"), ("Þor", "Por"), ("Ŧim", "Tim"), ("Ayşe", "Ayse"), ("Gül", "Gul"), ("Ėva", "Eva"), ("Żak", "Zak"),
    ("Ï", "I"), ("Thị", "Thi"), ("Bảo", "Bao"), ("Ơn", "On"), ("Arna", "Ama"), ("Anna1", "Annal"), ("0lga", "Olga"),
    ("Ali", "AIi"), ("Ævar", "AEvar"), ("Анна", "Anna"), ("Анна", "Инна"), ("Иван", "Иванн"), ("Ωμέγα", "Ωμέγο"),
    ("Сара", "Сарра"), ("Ольга", "Олга"), ("Νίκος", "Νίκη"), ("עמר", "עמד"), ("王小明", "王大明"), ("١", "٥"),
    ("a b", "ab"), ("नि", "न"),
])  # fmt: skip
def test_names_of_different_appearance_have_different_keys(name: str, other: str) -> None:
    assert name_key(name) != name_key(other)


def test_accents_of_living_languages_keep_names_apart() -> None:
    letters = [chr(code) for block in (range(0xC0, 0x180), range(0x1EA0, 0x1EFA)) for code in block]
    accented = [
        letter for letter in letters if letter.isalpha() and len(unicodedata.normalize("NFKD", letter)) > 1
        and not unicodedata.normalize("NFKD", letter).isalpha() and letter not in "İŀĿŉ"
    ]  # fmt: skip
    assert len(accented) > 180
    for letter in accented:
        base = unicodedata.normalize("NFD", letter)[0]
        assert name_key(f"M{letter}a") != name_key(f"M{base}a"), letter
    assert len({name_key(letter) for letter in accented}) == len({letter.lower() for letter in accented})


@given(ANY_TEXT | st.text(st.sampled_from("AaİIiıjȷАаΝνΗηυσΣкКІі" + MARKS + " ")))
def test_cleaning_does_not_change_name_key(text: str) -> None:
    assert name_key(name_key(text)) == name_key(text)
    assert name_key(sanitize_typed_text(text)) == name_key(text)
    for form in ("NFC", "NFD", *(() if set(text) & set("ϲϹ") else ("NFKC", "NFKD"))):
        assert name_key(unicodedata.normalize(form, text)) == name_key(text)


@given(st.text(st.characters(categories=["Lu", "Ll", "Lo", "Nd"], exclude_characters="İ"), max_size=20))
def test_struck_letters_count_as_the_letters(name: str) -> None:
    composed = unicodedata.normalize("NFKC", name)
    for overlay in "\u0334\u0335\u0336\u0337\u0338\u20d2\u20e5":
        struck = "".join(letter + overlay for letter in iter_letters(composed))
        assert name_key(struck) == name_key("".join(iter_letters(composed)))


@check_rows("start", ["Ан", "Νί", "anna m", "ŁU"])
def test_beginning_of_a_name_is_found_in_it(start: str) -> None:
    names = ("Андрей", "Νίκος", "Anna Maria", "Łukasz")
    assert sum(fold_text(name).startswith(fold_text(start)) for name in names) == 1


@given(ANY_TEXT, st.sampled_from([20, 1000]))
def test_error_line_is_one_line_without_control_characters(text: str, most: int) -> None:
    line = escape_to_one_line(text, most)
    assert line.isprintable() and len(line) <= most
    line.encode()


def test_error_line_still_shows_typed_text() -> None:
    assert escape_to_one_line("a\nb\u202ec\udcff") == "a\\nb\\u202ec\\udcff"
    assert escape_to_one_line("C:\\tmp è qui") == "C:\\tmp è qui"
    assert escape_to_one_line("x" * 5000, 11) == "xxxxx…xxxxx"


@check_rows("name", [
    "Anna", "Anna Maria", "Anna B.", "J. R. Ewing", "J.R.", "Jean-Luc", "Dell’Acqua", "De' Rossi", "anna_7", "王小明",
    "A&B 😀",
])  # fmt: skip
def test_names_of_people_have_no_sentence_marks(name: str) -> None:
    assert not has_sentence_marks(name)


@check_rows("name", [
    "Bob is back. Ann", "Bob is back.Ann", "The host is back.", "Bob wins! Ann", "Bob? Ann", "Chat from Bob: hello",
    "Bob; Ann", "Bob, Ann", "Bob… Ann", "Bob。Ann", "Bob： Ann", "Bob․ Ann", "Bob – Ann", "Bob - Ann", "“Bob” Ann",
    "Bob | Ann", "Bob plays 7. Ann", "Bob (Ann)",
])  # fmt: skip
def test_punctuation_of_a_sentence_in_a_name_is_found(name: str) -> None:
    assert has_sentence_marks(name)
