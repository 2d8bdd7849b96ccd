"""Chat messages of people: which are allowed, and the phrases that the program offers in their language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from game.core.messages import N_, Reason
from game.core.sanitizer import is_visible_line, sanitize_line
from game.match.match import Match
from game.match.observation import Observation
from game.text.gettext import _

MAX_MESSAGE_CHARACTERS: Final = 200
MAX_STORED_MESSAGES: Final = 500
CHAT_PHRASES: Final = (
    N_("Good luck!"), N_("Well played!"), N_("One moment, please."), N_("Whose turn is it?"), N_("Sorry!"),
    N_("Thanks for the game!"),
)  # fmt: skip
"""The messages that are allowed if ``talk`` is "phrases"; none is about the cards (source 000)."""


class ChatMessage(msgspec.Struct, frozen=True):
    """A chat message to all, from the person or computer player at ``seat``.

    ``watcher``: the name of a person without a seat, whose message has the seat None; else "".
    """

    seat: int | None
    text: str
    watcher: str = ""


def is_valid_message(text: str) -> bool:
    """Return whether ``text`` is a line of 1 to 200 characters, some of them visible.

    All characters must be printable.
    """
    return is_visible_line(text, MAX_MESSAGE_CHARACTERS)


def chat_refusal_reason(match: Match | Observation) -> Reason | None:
    """Return the reason against any chat now; None if chat is allowed.

    ``match``: the match, or what a seat sees of it. Source: the option ``talk``, and the phase of the game (in Briscola
    the first trick, from its first card); docs/rules.md, "Table discipline".
    """
    if match.options.talk == "none":
        return Reason("talk_off")
    return match.phase.chat_refusal_reason if match.phase is not None and match.is_deal_in_progress else None


def watcher_refusal_reason(match: Match | Observation) -> Reason | None:
    """Return the reason against any chat of a person without a seat now: they talk where talk is free, else None."""
    return chat_refusal_reason(match) if match.options.talk == "free" else Reason("watcher_silent")


def message_refusal_reason(match: Match, text: str) -> Reason | None:
    """Return the reason against ``text`` as a person's message now; None if it may be sent.

    Besides `chat_refusal_reason`: it must be valid, and one of `CHAT_PHRASES`, in English or in the player's language,
    if ``talk`` is "phrases".
    """
    line = sanitize_line(text, len(text))
    if len(text.splitlines()) > 1 or not is_valid_message(line):
        return Reason("not_sayable", {"most": MAX_MESSAGE_CHARACTERS})
    reason = chat_refusal_reason(match)
    if reason is not None or match.options.talk == "free":
        return reason
    return None if any(line in (phrase, _(phrase)) for phrase in CHAT_PHRASES) else Reason("talk_phrases")


def parse_chat(stored: Any, seat_count: int) -> tuple[ChatMessage, ...]:
    """Return the last messages of a saved match from its stored note, the oldest first.

    A damaged note gives (). Messages of unknown seats and invalid texts are left out.
    """
    try:
        chat = msgspec.convert(stored, tuple[ChatMessage, ...])
    except msgspec.ValidationError:
        return ()
    return tuple(
        message for message in chat if is_valid_speaker(message, seat_count) and is_valid_message(message.text)
    )[-MAX_STORED_MESSAGES:]  # fmt: skip


def is_valid_speaker(message: ChatMessage, seat_count: int) -> bool:
    """Return whether a message is from one of the seats, or from a watcher with a name."""
    if message.seat is None:
        return is_visible_line(message.watcher, MAX_MESSAGE_CHARACTERS)
    return 0 <= message.seat < seat_count and not message.watcher


def format_speaker(message: ChatMessage, names: Sequence[str]) -> str:
    """Return the name of the player or watcher who has said a message."""
    if message.seat is None:
        return _("{name} (watching)").format(name=message.watcher)
    return names[message.seat]


def translate_phrase(text: str) -> str:
    """Return one of `CHAT_PHRASES` in the player's language, any other text unchanged."""
    return _(text) if text in CHAT_PHRASES else text


def find_phrase(text: str) -> str:
    """Return the English text of one of `CHAT_PHRASES` in the player's language, any other text unchanged."""
    return next((phrase for phrase in CHAT_PHRASES if text == _(phrase)), text)
