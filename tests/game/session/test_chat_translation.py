"""Lines that a host sends in English arrive in the player's language."""

from __future__ import annotations

from game.session.chat import find_phrase, translate_computer_line, translate_phrase
from game.session.penalties import CHAT_PHRASES
from game.text.gettext import use_language

NAMES = ("Anna", "Bruno", "Carla")


def test_phrases_are_translated_both_ways() -> None:
    for language in ("en", "it", "fr"):
        with use_language(language):
            assert [find_phrase(translate_phrase(phrase)) for phrase in CHAT_PHRASES] == list(CHAT_PHRASES)
            assert translate_phrase("Undo") == find_phrase("Undo") == "Undo"


def test_lines_of_computer_players_are_translated_with_their_values() -> None:
    lines = [
        "Then risk more!", "It is Bruno's turn.", "We are all tied at 3.", "Anna and Carla are in the lead with 7.",
        "Carla leads with -2.", "something else",
    ]  # fmt: skip
    with use_language("en"):
        assert [translate_computer_line(line, NAMES) for line in lines] == lines
    with use_language("it"):
        translated = [translate_computer_line(line, NAMES) for line in lines]
    assert all(line != other for line, other in zip(lines[:-1], translated[:-1], strict=True))
    assert translated[-1] == lines[-1]
    assert "Bruno" in translated[1] and "Anna e Carla" in translated[3] and "-2" in translated[4]


def test_name_inside_another_name_is_not_taken_for_a_leader() -> None:
    with use_language("it"):
        line = translate_computer_line("Anna and Carla are in the lead with 7.", ("Ann", "Anna", "Carla"))
    assert "Anna e Carla" in line and "Ann," not in line
