"""Remarks and replies of the computer players in chat.

They depend only on the message, on what every seat has seen, and on a random number: no function here gets a hand. The
texts are data: the remarks of each game in its `AIInfo`, the replies in `game.chat.reply_texts`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from msgspec.structs import replace

from game.ai.game_ai_info import RemarkSet
from game.ai.levels import get_ai_info
from game.ai.personas import Persona
from game.chat.reply_texts import (
    COMMON_REPLIES,
    INTENT_PHRASES,
    LAST_PLACE_REPLIES,
    LEADER_REPLIES,
    PERSONA_REPLIES,
    RESULT_LINES,
    ChatIntent,
)
from game.core.events import DealScored, Event, MatchEnded
from game.core.messages import N_
from game.core.sanitizer import fold_text
from game.match.observation import Observation
from game.match.setup import PlayerInfo
from game.match.table_discipline import is_ahead, is_behind
from game.rules import GAMES
from game.text.chat import CHAT_PHRASES, ChatMessage, translate_phrase
from game.text.formatting import join_with_and
from game.text.gettext import _
from game.text.player_names import format_player_names

MIN_BOLDNESS_FOR_OWN_LINES: Final = 0.2
"""The boldness above which a persona uses the bold lines, and below whose negative it uses the careful ones."""
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
"""The meaning of each offered phrase."""
QUESTION_INTENTS: Final = (ChatIntent.TURN_QUESTION, ChatIntent.SCORE_QUESTION)
"""The intents to which a computer player always replies."""
MIN_REPLY_PROBABILITY: Final = 0.3
"""The probability that the least talkative persona replies to a message that names nobody."""
THINKING_SECONDS_RANGE: Final = (0.8, 2.0)
"""The least and the most time before a reply is typed, in seconds."""
SECONDS_PER_CHARACTER: Final = 0.04
"""The typing time of a reply per character."""
TURN_ANSWER: Final = N_("It's {name}'s turn.")
TIE_ANSWER: Final = N_("We're all tied at {total}.")
LEADERS_ANSWER: Final = N_("{names} are in the lead with {total}.")
LEADER_ANSWER: Final = N_("{name} leads with {total}.")
ANSWER_PATTERNS: Final = {
    answer: re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(answer)))
    for answer in (TURN_ANSWER, TIE_ANSWER, LEADERS_ANSWER, LEADER_ANSWER)
}
"""The answers with values, and patterns for their English texts."""
WORD_PATTERN: Final = re.compile(r"\w+")


# -- remarks ----------------------------------------------------------------------------------------


def choose_remark(game_id: str, events: Iterable[Event], persona: Persona, rng: Random) -> str | None:
    """Return a remark of a computer player on its own action, or None for silence.

    ``events``: the events of the action as a spectator sees them. ``rng`` decides whether the player speaks, by the
    talkativeness of ``persona``, and which line. The remark is in the player's language.
    """
    lines = next(
        (found_lines for found_lines in map(get_ai_info(game_id).find_remarks, events) if found_lines is not None), None
    )
    if lines is None or rng.random() >= persona.talkativeness:
        return None
    return _(rng.choice(select_lines(lines, persona)))


def select_lines(lines: RemarkSet, persona: Persona) -> tuple[str, ...]:
    """Return the lines for ``persona``: those for anybody, then bold or careful ones."""
    is_bold, is_careful = persona.boldness > MIN_BOLDNESS_FOR_OWN_LINES, persona.boldness < -MIN_BOLDNESS_FOR_OWN_LINES
    return (*lines.anybody, *(lines.bold if is_bold else ()), *(lines.careful if is_careful else ()))


def choose_result_line(
    game_id: str, events: Sequence[Event], person_seats: Iterable[int], personas: Mapping[int, Persona], rng: Random
) -> ChatMessage | None:
    """Return what a computer player says to a person at the end of a deal or match, None for silence.

    It congratulates if a person has won, and consoles if all have lost. ``events``: of the last action of the deal.
    ``personas``: of the computer players, by seat. After a match one of them speaks, after a deal as often as it talks.
    """
    has_won = _find_success(game_id, events, frozenset(person_seats))
    speakers = [seat for seat, persona in personas.items() if persona.name in RESULT_LINES and persona.talkativeness]
    if has_won is None or not speakers:
        return None
    seat = rng.choice(speakers)
    is_silent = rng.random() >= personas[seat].talkativeness
    if is_silent and not any(isinstance(event, MatchEnded) for event in events):
        return None
    lines = RESULT_LINES[personas[seat].name]
    return ChatMessage(seat, _(lines.congratulation if has_won else lines.consolation))


def _find_success(game_id: str, events: Sequence[Event], person_seats: frozenset[int]) -> bool | None:
    """Return whether a person has won the match, or else the deal; None if nothing was won, or nobody is there."""
    match_end = next((event for event in events if isinstance(event, MatchEnded)), None)
    if match_end is not None:
        winners = frozenset(match_end.winners)
    else:
        scores = next((event.scores for event in events if isinstance(event, DealScored)), ())
        best = (min if GAMES[game_id].is_lower_total_better else max)(scores, default=0)
        winners = frozenset(seat for seat, score in enumerate(scores) if score == best)
        if len(winners) == len(scores):
            return None
    return bool(winners & person_seats) if winners and person_seats else None


# -- intents ---------------------------------------------------------------------------------------


def find_intent(text: str) -> ChatIntent | None:
    """Return the meaning of a message in English or in the player's language; None if it is not understood."""
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
    """Return the words as names are compared, with a blank around each."""
    return f" {' '.join(WORD_PATTERN.findall(fold_text(text)))} "


# -- replies ---------------------------------------------------------------------------------------


class ChatReply(NamedTuple):
    """A reply of a computer player, and the delay until it appears."""

    message: ChatMessage
    delay_seconds: float


def choose_reply(
    message: ChatMessage,
    observation: Observation,
    personas: Mapping[int, Persona],
    player_names: Sequence[str],
    rng: Random,
) -> ChatReply | None:
    """Return the reply of a computer player to the ``message`` of a person, or None.

    At most one player replies, and none to a watcher or if the message is not understood. ``observation``: the match as
    a spectator sees it. ``personas``: of the players, by seat; those that never talk do not reply. A player whose name
    is in the message always does, and so does some player if it asks for the turn or the score. ``player_names``: of
    all seats.
    """
    personas = {seat: persona for seat, persona in personas.items() if persona.talkativeness > 0}
    intent = find_intent(message.text)
    if intent is None or message.seat is None:
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
    """Return a line for ``intent``.

    It is a line of the persona with probability 0.5, if there is any, else a common one.
    """
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
    """Return the answer of ``seat`` to ``asker``, or "" if it is not a question."""
    if intent is ChatIntent.TURN_QUESTION:
        return _answer_turn_question(observation.turn, seat, asker, player_names)
    return _answer_score_question(observation, player_names) if intent is ChatIntent.SCORE_QUESTION else ""


def _answer_turn_question(turn: int | None, seat: int, asker: int, player_names: Sequence[str]) -> str:
    if turn is None:
        return _("Nobody's: the deal is over.")
    if turn == asker:
        return _("Yours!")
    return _("Mine.") if turn == seat else _(TURN_ANSWER).format(name=player_names[turn])


def _answer_score_question(observation: Observation, player_names: Sequence[str]) -> str:
    best = (min if GAMES[observation.game_id].is_lower_total_better else max)(observation.totals)
    leaders = [seat for seat, total in enumerate(observation.totals) if total == best]
    if len(leaders) == observation.seats:
        return _(TIE_ANSWER).format(total=best)
    if len(leaders) > 1:
        return _(LEADERS_ANSWER).format(total=best, names=join_with_and([player_names[seat] for seat in leaders]))
    return _(LEADER_ANSWER).format(name=player_names[leaders[0]], total=best)


# -- lines from a host that speaks English ----------------------------------------------------------


def translate_computer_line(text: str, player_names: Sequence[str]) -> str:
    """Return the English line of a computer player in the player's language."""
    for answer, pattern in ANSWER_PATTERNS.items():
        values = pattern.fullmatch(text)
        if values is not None:
            fields = values.groupdict()
            if "names" in fields:
                # The longest first, because a name can be part of another one.
                names = map(re.escape, sorted(player_names, key=len, reverse=True))
                leaders = re.findall("|".join(names), fields["names"])
                fields["names"] = join_with_and(leaders)
            return _(answer).format(**fields)
    return _(text)


def translate_message(message: ChatMessage, players: tuple[PlayerInfo, ...]) -> ChatMessage:
    """Return a message of a host that speaks English with its phrase or computer's line in the player's language.

    What a person has written otherwise is unchanged.
    """
    if message.seat is None or players[message.seat].is_person:
        return replace(message, text=translate_phrase(message.text))
    names = format_player_names(tuple(player.name for player in players))
    return replace(message, text=translate_computer_line(message.text, names))
