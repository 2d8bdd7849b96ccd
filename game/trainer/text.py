"""Tasks in words: question, visible cards and explanation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from game.core.cards import HIDDEN_CARD, JOKER_RANKS, Card, DeckStyle, Suit
from game.core.events import TrickTaken
from game.core.messages import N_
from game.core.phase import Board
from game.core.sanitizer import capitalize_first
from game.core.trick_taking import build_card_point_lines
from game.rules import GAMES
from game.rules.game import PairTopic
from game.text.card_names import format_card_name, format_card_names, format_rank_name, format_suit_name
from game.text.formatting import join_with_and, join_with_commas
from game.text.gettext import _, ngettext
from game.text.messages import format_reason_label
from game.text.narration import make_sentence, narrate_board
from game.trainer.model import (
    AnyTask,
    CountTask,
    OutTask,
    PairTask,
    TaskAnswer,
    TaskKind,
    TrickTask,
)
from game.trainer.scores import TrainerScore

KIND_TITLES: Final[Mapping[TaskKind, str]] = {
    "trick": N_("Who takes the trick?"),
    "count": N_("Count the points"),
    "out": N_("Unseen cards"),
    "pair": N_("Playing as a pair"),
}
KIND_DESCRIPTIONS: Final[Mapping[TaskKind, str]] = {
    "trick": N_("Say who wins a trick."),
    "count": N_("Add up the points of a player's cards."),
    "out": N_("Watch the tricks, then mark the unseen cards."),
    "pair": N_("Choose the bid or card that best helps your pair, with nil and bags in mind."),
}
POINT_TRICK_DESCRIPTION: Final = N_("Say who wins a trick, and how many points it's worth.")


def get_kind_texts(game_id: str, kind: TaskKind) -> tuple[str, str]:
    """Return the English title and description of a kind of tasks in a game."""
    game = GAMES[game_id]
    if kind == "call":
        return game.call_task_texts
    if kind == "trick" and game.card_points:
        return KIND_TITLES[kind], POINT_TRICK_DESCRIPTION
    return KIND_TITLES[kind], KIND_DESCRIPTIONS[kind]


WIN_EXPLANATIONS: Final[Mapping[str, tuple[str, str]]] = {
    "hidden": (
        N_("No trump was played, and a face-down card beats nothing: the leader, {name}, takes the trick."),
        N_("No trump was played, and a face-down card beats nothing: you led, so you take the trick."),
    ),
    "only": (
        N_("{card:the} is the only trump: {name} takes the trick."),
        N_("{card:the} is the only trump: you take the trick."),
    ),
    "highest": (
        N_("{card:the} is the highest trump: {name} takes the trick."),
        N_("{card:the} is the highest trump: you take the trick."),
    ),
    "led": (
        N_("No trump was played, and {card:the} is the highest card of the suit led: {name} takes the trick."),
        N_("No trump was played, and {card:the} is the highest card of the suit led: you take the trick."),
    ),
    "plain": (
        N_("{card:the} is the highest card of the suit led: {name} takes the trick."),
        N_("{card:the} is the highest card of the suit led: you take the trick."),
    ),
}
"""The reasons why a card takes a trick: for another seat, and for the viewer."""

PAIR_QUESTIONS: Final[Mapping[PairTopic, str]] = {
    "bid": N_("Your partner has bid. What do you bid?"),
    "cover": N_("Your partner has bid nil. What do you play?"),
    "set": N_("An opponent has bid nil. What do you play?"),
    "bag": N_("Your pair has made its bid. What do you play?"),
}

MAX_MISSED_CARDS: Final = 3
"""The most missed cards that are named besides the right answer."""
MIN_STREAK: Final = 2
"""The shortest streak that is shown."""


def format_score(score: TrainerScore) -> str:
    """Return how many answers were right; "" before the first."""
    if not score.tried:
        return ""
    return _("{right} of {count} right").format(right=score.right, count=score.tried)


def format_streak(score: TrainerScore) -> str:
    """Return how many of the last answers were right in a row; "" if too few."""
    if score.streak < MIN_STREAK:
        return ""
    return _("{count} in a row").format(count=score.streak)


def describe_score(score: TrainerScore) -> str:
    """Return a person's score in a kind of task, in a sentence."""
    if not score.tried:
        return _("Not tried yet.")
    text = _("{right} of {count} right, {streak} in a row, best streak: {best}.")
    return text.format(right=score.right, count=score.tried, streak=score.streak, best=score.best)


def format_question(task: AnyTask, names: Sequence[str], deck: DeckStyle) -> str:
    """Return the question. ``names`` are the names by seat."""
    if isinstance(task, TrickTask):
        has_points = task.trick.points is not None
        return _("Who takes the trick, and what is it worth?") if has_points else _("Who takes the trick?")
    if isinstance(task, CountTask):
        return _format_count_question(task, names)
    if isinstance(task, OutTask):
        return _("Which {suit} haven't you seen yet?").format(suit=format_suit_name(task.suit, deck))
    if isinstance(task, PairTask):
        return _(PAIR_QUESTIONS[task.topic])
    return _("What do you do?")


def _format_count_question(task: CountTask, names: Sequence[str]) -> str:
    if task.takers == (task.seat,):
        return _("How many points did you take?")
    if task.seat in task.takers:
        return _("How many points did your side take?")
    takers = join_with_and([names[seat] for seat in task.takers])
    return _("How many points did {names} take?").format(names=takers)


def describe_task(task: AnyTask, names: Sequence[str], deck: DeckStyle) -> tuple[str, ...]:
    """Return what a task shows, in lines; () for a choice, which is shown on the table."""
    if isinstance(task, TrickTask):
        return (make_sentence(describe_trick(task.trick, task.trump, names, deck)),)
    if isinstance(task, CountTask):
        return (make_sentence(format_card_names(task.cards, deck)),)
    if isinstance(task, OutTask):
        return tuple(map(make_sentence, _describe_own_cards(task, deck)))
    return ()


def _describe_own_cards(task: OutTask, deck: DeckStyle) -> Iterator[str]:
    """Yield the viewer's hand, the turned card and the cards that they put away."""
    yield _("in your hand: {cards}").format(cards=format_card_names(task.hand, deck))
    if task.turned_up_card is not None:
        yield _("turned up: {card}").format(card=format_card_name(task.turned_up_card, deck))
    if task.put_away:
        yield _("you put away: {cards}").format(cards=format_card_names(task.put_away, deck))


def describe_trick(trick: TrickTaken, trump: Suit | None, names: Sequence[str], deck: DeckStyle) -> str:
    """Return the cards of a trick with the names, and the trump, in one line; not the winner."""
    plays = tuple(zip(trick.seats, trick.cards, strict=True))
    return narrate_board(Board(hands=(), trick=plays, trump=trump), names, deck)


def explain_answer(task: AnyTask, answer: TaskAnswer, names: Sequence[str], deck: DeckStyle) -> tuple[str, ...]:
    """Return the right answer and its reason, in sentences; for unseen cards also what was wrong.

    Return () for a choice, which is explained on the table.
    """
    if isinstance(task, TrickTask):
        return tuple(_explain_trick(task, names, deck))
    if isinstance(task, CountTask):
        return (_format_sum(task.cards, task.game_id, task.points, deck),)
    return tuple(_explain_out(task, answer, deck)) if isinstance(task, OutTask) else ()


def _explain_trick(task: TrickTask, names: Sequence[str], deck: DeckStyle) -> Iterator[str]:
    trick, is_viewers = task.trick, task.trick.winner == task.seat
    card = trick.cards[task.winning_place]
    trump_count = sum(trick_card.suit == task.trump for trick_card in trick.cards)
    if card is HIDDEN_CARD:
        kind = "hidden"
    elif card.suit != task.trump:
        kind = "led" if task.trump is not None else "plain"
    else:
        kind = "only" if trump_count == 1 else "highest"
    text = _(WIN_EXPLANATIONS[kind][is_viewers])
    yield capitalize_first(
        text.format(card=format_card_name(card, deck) if card is not HIDDEN_CARD else "", name=names[trick.winner])
    )
    if trick.points is not None:
        yield _format_sum(trick.cards, task.game_id, trick.points, deck)


def _format_sum(cards: Iterable[Card], game_id: str, points: int, deck: DeckStyle) -> str:
    """Return the sum of the card points, rank by rank."""
    lines = build_card_point_lines(cards, GAMES[game_id].card_points, ())
    parts = [f"{format_reason_label(line, (), deck)} {' × '.join(map(str, line.factors))}" for line in lines]
    if not parts:
        return _("These cards are worth no points.")
    text = ngettext("{cards}: {count} point.", "{cards}: {count} points.", points)
    return make_sentence(text.format(cards=join_with_commas(parts), count=points))


def _explain_out(task: OutTask, answer: TaskAnswer, deck: DeckStyle) -> Iterator[str]:
    marked_cards = {task.suit_cards[place] for place in answer.marked_places}
    missed_cards = tuple(card for card in task.unseen_cards if card not in marked_cards)
    yield make_sentence(_("not seen yet: {cards}").format(cards=_format_ranks(task.unseen_cards, deck)))
    if 0 < len(missed_cards) <= MAX_MISSED_CARDS:
        yield make_sentence(_("you missed: {cards}").format(cards=_format_ranks(missed_cards, deck)))
    for card in task.suit_cards:
        if card in marked_cards and card not in task.unseen_cards:
            yield make_sentence(_explain_seen_card(task, card, deck))


def _format_ranks(cards: Iterable[Card], deck: DeckStyle) -> str:
    """Return the ranks of cards of one suit, which the question names, and the names of jokers."""
    return join_with_and(
        [
            format_card_name(card, deck) if card.rank in JOKER_RANKS else format_rank_name(card.rank, deck)
            for card in cards
        ]
    )


def _explain_seen_card(task: OutTask, card: Card, deck: DeckStyle) -> str:
    """Return where a card is that is not unseen."""
    number = next((number for number, trick in enumerate(task.tricks, 1) if card in trick.cards), None)
    if card in task.hand:
        text = _("{card:the} is in your hand")
    elif card in task.put_away:
        text = _("you put away {card:the}")
    elif number is None:
        text = _("{card:the} is face up on the table")
    else:
        text = _("{card:the} was played in trick {number}")
    return text.format(card=format_card_name(card, deck), number=number)
