"""What computer players answer to what a person says at the table, out of what everybody can see.

Nothing here ever gets a hand: an answer follows from the words, from a view of no seat, and from chance.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from functools import lru_cache
from math import inf
from random import Random
from typing import Any, Final, NamedTuple

from game.ai.personas import Persona
from game.core.sanitizer import name_key
from game.match.observation import Observation
from game.rules import GAMES
from game.session.chat import select_lines
from game.session.penalties import CHAT_PHRASES, ChatMessage, is_ahead, is_behind
from game.session.reply_texts import (
    COMMON_REPLIES,
    INTENT_PHRASES,
    LAST_PLACE_REPLIES,
    LEADER_REPLIES,
    PERSONA_REPLIES,
    ChatIntent,
)
from game.text.formatting import join_with_and
from game.text.gettext import _

PHRASE_INTENTS: Final = dict(
    zip(
        CHAT_PHRASES,
        (
            ChatIntent.LUCK_WISH,
            ChatIntent.COMPLIMENT,
            ChatIntent.WAIT_REQUEST,
            ChatIntent.TURN_QUESTION,
            ChatIntent.APOLOGY,
            ChatIntent.THANKS,
        ),
        strict=True,
    )
)
"""What the offered phrases mean."""
QUESTION_INTENTS: Final = (ChatIntent.TURN_QUESTION, ChatIntent.SCORE_QUESTION)
"""Somebody always answers a question."""
MIN_REPLY_PROBABILITY: Final = 0.3
"""How likely even the most silent character answers what was said to all."""
THINKING_SECONDS_RANGE: Final = (0.8, 2.0)
"""Seconds until somebody begins to answer."""
SECONDS_PER_CHARACTER: Final = 0.04
"""Seconds for a letter."""
WORD_PATTERN: Final = re.compile(r"\w+")


# -- what is understood ----------------------------------------------------------------------------


def find_intent(text: str) -> ChatIntent | None:
    """What ``text`` means, in English or in the player's language; None if that is not understood."""
    for phrase, phrase_intent in PHRASE_INTENTS.items():
        if text in (phrase, _(phrase)):
            return phrase_intent
    normalized_text = _normalize_words(text)
    return next(
        (
            intent
            for intent, key_words in INTENT_PHRASES.items()
            if _mentions(normalized_text, key_words) or _mentions(normalized_text, _(key_words))
        ),
        None,
    )


def _mentions(text: str, words: str) -> bool:
    return any(_normalize_words(word) in text for word in words.split(","))


@lru_cache(maxsize=1024)
def _normalize_words(text: str) -> str:
    """The words of a text as they read, a blank before and after each."""
    return f" {' '.join(WORD_PATTERN.findall(name_key(text)))} "


# -- what is answered ------------------------------------------------------------------------------


class ChatReply(NamedTuple):
    """Who answers what, and after how many seconds."""

    message: ChatMessage
    delay_seconds: float


def choose_reply(
    message: ChatMessage,
    observation: Observation,
    personas: Mapping[int, Persona],
    player_names: Sequence[str],
    rng: Random,
) -> ChatReply | None:
    """What one of the ``talkers``, computer players by seat, answers to what a person ``said``; mostly somebody does.

    ``observation``: the match as somebody sees it who sits at no seat. Who is called by name answers himself.
    """
    intent = find_intent(message.text)
    if intent is None:
        return None
    addressed_seats = [
        seat for seat in personas if _normalize_words(player_names[seat]) in _normalize_words(message.text)
    ]
    candidates = addressed_seats or rng.sample(tuple(personas), len(personas))
    is_certain = bool(addressed_seats) or intent in QUESTION_INTENTS
    seat = next(
        (
            candidate
            for candidate in candidates
            if is_certain or rng.random() < _get_reply_probability(personas[candidate])
        ),
        None,
    )
    if seat is None:
        return None
    text = _answer_question(intent, observation, seat, message.seat, player_names) or _choose_line(
        intent, observation, seat, personas[seat], rng
    )
    delay_seconds = rng.uniform(*THINKING_SECONDS_RANGE) + SECONDS_PER_CHARACTER * len(text)
    return ChatReply(ChatMessage(seat, text), delay_seconds)


def _get_reply_probability(persona: Persona) -> float:
    return MIN_REPLY_PROBABILITY + (1 - MIN_REPLY_PROBABILITY) * persona.talkativeness


def _choose_line(intent: ChatIntent, observation: Observation, seat: int, persona: Persona, rng: Random) -> str:
    """A line for ``meaning``: as likely the character's own as one that anybody may say as the match stands."""
    own = PERSONA_REPLIES.get(persona.name, {}).get(intent, ())
    if own and rng.random() < 0.5:
        return _(rng.choice(own))
    standing = (
        LEADER_REPLIES if is_ahead(observation, seat) else LAST_PLACE_REPLIES if is_behind(observation, seat) else {}
    )
    return _(rng.choice((*select_lines(COMMON_REPLIES[intent], persona), *standing.get(intent, ()))))


def _answer_question(
    intent: ChatIntent, observation: Observation, seat: int, asker: int, player_names: Sequence[str]
) -> str:
    """The answer of ``seat`` to a question of ``asker``; empty if it is none."""
    if intent is ChatIntent.TURN_QUESTION:
        return _answer_turn_question(observation.turn, seat, asker, player_names)
    return _answer_score_question(observation, player_names) if intent is ChatIntent.SCORE_QUESTION else ""


def _answer_turn_question(turn: int | None, seat: int, asker: int, player_names: Sequence[str]) -> str:
    if turn is None:
        return _("Nobody's: the deal is over.")
    if turn == asker:
        return _("Yours!")
    return _("Mine.") if turn == seat else _("It is the turn of {name}.").format(name=player_names[turn])


def _answer_score_question(observation: Observation, player_names: Sequence[str]) -> str:
    best = (min if GAMES[observation.game_id].is_lower_total_better else max)(observation.totals)
    leaders = [seat for seat, total in enumerate(observation.totals) if total == best]
    if len(leaders) == observation.seats:
        return _("We are all level, at {total}.").format(total=best)
    if len(leaders) > 1:
        return _("Ahead at {total}: {names}.").format(
            total=best, names=join_with_and([player_names[seat] for seat in leaders])
        )
    return _("{name} is ahead, at {total}.").format(name=player_names[leaders[0]], total=best)


# -- when it is said -------------------------------------------------------------------------------


class PendingReply:
    """The answer that somebody is about to give: one at a time, said once its time has come and it is on the disk."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._due: tuple[ChatMessage, float] | None = None
        self._write: tuple[ChatMessage, Future[Any]] | None = None

    @property
    def seconds_left(self) -> float:
        """Seconds until something is to be done; infinite if nothing is."""
        if self._write is not None:
            return 0.0
        return inf if self._due is None else max(0.0, self._due[1] - self._clock())

    @property
    def unsaved_messages(self) -> tuple[ChatMessage, ...]:
        """What is on its way to the disk."""
        return () if self._write is None else self._write[:1]

    def schedule(self, reply: ChatReply | None) -> None:
        """Somebody will answer this; what was to be answered before is dropped then."""
        if reply is not None:
            self._due = reply.message, self._clock() + reply.delay_seconds

    def cancel(self) -> None:
        """Nobody answers what was said so far."""
        self._due = None

    def send_if_due(self, store: Callable[[ChatMessage], Future[Any]]) -> None:
        """If it is time, send the answer to the disk by ``keep``."""
        if self._due is not None and self._write is None and self.seconds_left == 0.0:
            message, self._due = self._due[0], None
            self._write = message, store(message)

    def take_stored_message(self) -> ChatMessage | None:
        """What is on the disk since the last look. What could not be kept was not said: it is no loss."""
        if self._write is None or not self._write[1].done():
            return None
        (message, future), self._write = self._write, None
        return message if future.exception() is None else None
