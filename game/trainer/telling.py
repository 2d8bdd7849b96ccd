"""Tasks in words: what is asked, what is seen of it, and why the answer is what it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from game.conventions import listed, series
from game.engine.cards import HIDDEN, Card, Deck, Suit
from game.engine.events import TrickTaken
from game.engine.phases import Board
from game.engine.tricks import card_sum
from game.i18n import N_, _, ngettext
from game.names import card_name, cards_named, suit_name
from game.narration import lying, sentence
from game.practice import Practice
from game.rules import GAMES
from game.text import capital
from game.trainer.values import Answer, AnyTask, CountTask, Kind, OutTask, TrickTask
from game.words import label

TITLES: Final[Mapping[Kind, str]] = {
    "trick": N_("Who takes the trick"),
    "count": N_("Count the points"),
    "out": N_("What is still out"),
    "call": N_("What would you say"),
}
ABOUT: Final[Mapping[Kind, str]] = {
    "trick": N_("A trick that was really played: who takes it, and what is it worth?"),
    "count": N_("A pile of cards that somebody has taken: how many points are in it?"),
    "out": N_("You see some tricks go by, one after the other: which cards of a suit are still out?"),
    "call": N_("It is your turn before the play: the best computer player says what it thinks of your choice."),
}

TAKES: Final[Mapping[str, tuple[str, str]]] = {
    "hidden": (
        N_("Nobody shows a trump, and a card that lies face down never wins: {name}, who led, takes the trick."),
        N_("Nobody shows a trump, and a card that lies face down never wins: you led, and you take the trick."),
    ),
    "only": (
        N_("{card:the} is the only trump in the trick: {name} takes it."),
        N_("{card:the} is the only trump in the trick: you take it."),
    ),
    "highest": (
        N_("{card:the} is the highest trump in the trick: {name} takes it."),
        N_("{card:the} is the highest trump in the trick: you take it."),
    ),
    "led": (
        N_("Nobody played a trump, and {card:the} is the highest card of the suit led: {name} takes the trick."),
        N_("Nobody played a trump, and {card:the} is the highest card of the suit led: you take the trick."),
    ),
    "plain": (
        N_("There is no trump, and {card:the} is the highest card of the suit led: {name} takes the trick."),
        N_("There is no trump, and {card:the} is the highest card of the suit led: you take the trick."),
    ),
}
"""Why a card takes a trick: where another has it, and where it is the viewer's."""


def so_far(done: Practice) -> str:
    """What somebody has made of a kind so far."""
    if not done.tried:
        return _("Not tried yet.")
    words = ngettext(
        "{right} of {count} task right, {streak} in a row, at best {best}.",
        "{right} of {count} tasks right, {streak} in a row, at best {best}.", done.tried,
    )  # fmt: skip
    return words.format(right=done.right, count=done.tried, streak=done.streak, best=done.best)


def asks(task: AnyTask, names: Sequence[str], deck: Deck) -> str:
    """The question. ``names`` are the seats' names in seat order."""
    if isinstance(task, TrickTask):
        counted = task.trick.points is not None
        return _("Who takes this trick, and for how many points?") if counted else _("Who takes this trick?")
    if isinstance(task, CountTask):
        return _asks_count(task, names)
    if isinstance(task, OutTask):
        return _("Which {suit} are still out?").format(suit=suit_name(task.suit, deck))
    return _("Before the play: what do you do?")


def _asks_count(task: CountTask, names: Sequence[str]) -> str:
    if task.takers == (task.seat,):
        return _("You have taken these cards: how many points are in them?")
    if task.seat in task.takers:
        return _("Your side has taken these cards: how many points are in them?")
    takers = listed([names[seat] for seat in task.takers])
    return _("{names}: how many points are in the cards that were taken?").format(names=takers)


def shown(task: AnyTask, names: Sequence[str], deck: Deck) -> tuple[str, ...]:
    """What is seen of a task when it is asked, in lines; of choices before the play the table tells."""
    if isinstance(task, TrickTask):
        return (sentence(trick_told(task.trick, task.trump, names, deck)),)
    if isinstance(task, CountTask):
        return (sentence(cards_named(task.cards, deck)),)
    if isinstance(task, OutTask):
        return tuple(map(sentence, _own_told(task, deck)))
    return ()


def _own_told(task: OutTask, deck: Deck) -> Iterator[str]:
    """What lies before the viewer, and what he knows to be gone."""
    yield _("in your hand {cards}").format(cards=cards_named(task.hand, deck))
    if task.turned is not None:
        yield _("turned up: {card}").format(card=card_name(task.turned, deck))
    if task.away:
        yield _("put away by you: {cards}").format(cards=cards_named(task.away, deck))


def trick_told(trick: TrickTaken, trump: Suit | None, names: Sequence[str], deck: Deck) -> str:
    """The cards of a trick with who played them, and what is trump; not who took it."""
    plays = tuple(zip(trick.seats, trick.cards, strict=True))
    return lying(Board(hands=(), trick=plays, trump=trump), names, deck)


def why(task: AnyTask, answer: Answer, names: Sequence[str], deck: Deck) -> tuple[str, ...]:
    """The right answer and its reason, in sentences; what was wrong in ``answer``, where that is to be said."""
    if isinstance(task, TrickTask):
        return tuple(_why_trick(task, names, deck))
    if isinstance(task, CountTask):
        return (_sum(task.cards, task.game, task.points, deck),)
    return tuple(_why_out(task, answer, deck)) if isinstance(task, OutTask) else ()


def _why_trick(task: TrickTask, names: Sequence[str], deck: Deck) -> Iterator[str]:
    trick, yours = task.trick, task.trick.winner == task.seat
    card = trick.cards[task.place]
    trumps = sum(one.suit == task.trump for one in trick.cards)
    if card is HIDDEN:
        kind = "hidden"
    elif card.suit != task.trump:
        kind = "led" if task.trump is not None else "plain"
    else:
        kind = "only" if trumps == 1 else "highest"
    words = _(TAKES[kind][yours])
    yield capital(words.format(card=card_name(card, deck) if card is not HIDDEN else "", name=names[trick.winner]))
    if trick.points is not None:
        yield _sum(trick.cards, task.game, trick.points, deck)


def _sum(some: Iterable[Card], game: str, points: int, deck: Deck) -> str:
    """The points of cards as one adds them up."""
    rungs = card_sum(some, GAMES[game].values, ())
    parts = [f"{label(one, (), deck)} {' × '.join(map(str, one.factors))}" for one in rungs]
    if not parts:
        return _("None of these cards counts anything: 0 points.")
    words = ngettext("{cards}: together {count} point.", "{cards}: together {count} points.", points)
    return sentence(words.format(cards=series(parts), count=points))


def _why_out(task: OutTask, answer: Answer, deck: Deck) -> Iterator[str]:
    marked = {task.row[place] for place in answer.marked}
    missed = tuple(card for card in task.out if card not in marked)
    yield sentence(_("still out: {cards}").format(cards=cards_named(task.out, deck)))
    if missed:
        yield sentence(_("you have missed: {cards}").format(cards=cards_named(missed, deck)))
    for card in task.row:
        if card in marked and card not in task.out:
            yield sentence(_seen(task, card, deck))


def _seen(task: OutTask, card: Card, deck: Deck) -> str:
    """Where a card is that is not out."""
    number = next((number for number, one in enumerate(task.tricks, 1) if card in one.cards), None)
    if card in task.hand:
        words = _("{card:the} is in your hand")
    elif card in task.away:
        words = _("{card:the} was put away by you")
    elif number is None:
        words = _("{card:the} lies face up on the table")
    else:
        words = _("{card:the} fell in trick {number}")
    return words.format(card=card_name(card, deck), number=number)
