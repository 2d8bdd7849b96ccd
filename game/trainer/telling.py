"""Tasks in words: what is asked, what is seen of it, and why the answer is what it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from game.engine.cards import HIDDEN, Card, Deck, Suit
from game.engine.events import TrickTaken
from game.engine.phases import Board
from game.engine.tricks import card_sum
from game.i18n import N_, _, ngettext
from game.names import card_name, cards_named, suit_name
from game.narration import lying, sentence
from game.practice import Practice
from game.rules import GAMES
from game.trainer.values import Answer, AnyTask, CountTask, Kind, OutTask, TrickTask
from game.words import label

TITLES: Final[Mapping[Kind, str]] = {
    "trick": N_("Who takes the trick?"),
    "count": N_("Count the points"),
    "out": N_("What is still out?"),
    "call": N_("What would you say?"),
}
ABOUT: Final[Mapping[Kind, str]] = {
    "trick": N_("A trick that was really played: who takes it, and what is it worth?"),
    "count": N_("A pile of cards that somebody has taken: how many points are in it?"),
    "out": N_("You see some tricks go by, one after the other: which cards of a suit have you not seen?"),
    "call": N_("It is your turn before the play: the best computer player says what it thinks of your choice."),
}


def so_far(done: Practice) -> str:
    """What somebody has made of a kind so far."""
    if not done.tried:
        return _("Not tried yet.")
    words = ngettext(
        "{right} of {count} task right, {streak} in a row, at best {best}",
        "{right} of {count} tasks right, {streak} in a row, at best {best}", done.tried,
    )  # fmt: skip
    return words.format(right=done.right, count=done.tried, streak=done.streak, best=done.best)


def asks(task: AnyTask, names: Sequence[str], deck: Deck) -> str:
    """The question. ``names`` are the seats' names in seat order."""
    if isinstance(task, TrickTask):
        counted = task.trick.points is not None
        return _("Who takes this trick, and for how many points?") if counted else _("Who takes this trick?")
    if isinstance(task, CountTask):
        return _("{names}: how many points are in these cards?").format(names=those(task.takers, names))
    if isinstance(task, OutTask):
        return _("Which {suit} have you not seen yet?").format(suit=suit_name(task.suit, deck))
    return _("Before the play: what do you do?")


def those(seats: Iterable[int], names: Sequence[str]) -> str:
    """The names of some seats."""
    return " & ".join(names[seat] for seat in seats)


def shown(task: AnyTask, names: Sequence[str], deck: Deck) -> tuple[str, ...]:
    """What is seen of a task when it is asked, in lines; of choices before the play the table tells."""
    if isinstance(task, TrickTask):
        return (sentence(trick_told(task.trick, task.trump, names, deck)),)
    if isinstance(task, CountTask):
        return (sentence(cards_named(task.cards, deck)),)
    if isinstance(task, OutTask):
        return (sentence(_("in your hand {cards}").format(cards=cards_named(task.hand, deck))),)
    return ()


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
    trick = task.trick
    card, name = trick.cards[task.place], names[trick.winner]
    trumps = sum(one.suit == task.trump for one in trick.cards)
    if card is HIDDEN:
        words = _("Nobody shows a trump, and a card that lies face down never wins: the trick is {name}'s, who led.")
    elif card.suit == task.trump:
        only = _("{card:the} is the only trump in the trick: {name} takes it.")
        words = only if trumps == 1 else _("{card:the} is the highest trump in the trick: {name} takes it.")
    elif task.trump is None:
        words = _("There is no trump, and {card:the} is the highest card of the suit led: {name} takes the trick.")
    else:
        words = _("Nobody played a trump, and {card:the} is the highest card of the suit led: {name} takes the trick.")
    yield sentence(words.format(card=card_name(card, deck) if card is not HIDDEN else "", name=name))
    if trick.points is not None:
        yield _sum(trick.cards, task.game, trick.points, deck)


def _sum(some: Iterable[Card], game: str, points: int, deck: Deck) -> str:
    """The points of cards as one adds them up."""
    rungs = card_sum(some, GAMES[game].values, ())
    parts = [f"{label(one, (), deck)} {' × '.join(map(str, one.factors))}" for one in rungs]
    if not parts:
        return _("None of these cards counts anything: 0 points.")
    words = ngettext("{cards}: together {count} point.", "{cards}: together {count} points.", points)
    return sentence(words.format(cards=", ".join(parts), count=points))


def _why_out(task: OutTask, answer: Answer, deck: Deck) -> Iterator[str]:
    marked = {task.row[place] for place in answer.marked}
    yield sentence(_("not seen yet: {cards}").format(cards=cards_named(task.out, deck)))
    missed = _("{card:the} has not fallen yet, and you do not hold it")
    for card in task.row:
        if card in task.out and card not in marked:
            yield sentence(missed.format(card=card_name(card, deck)))
        elif card in marked and card not in task.out:
            yield sentence(_seen(task, card, deck))


def _seen(task: OutTask, card: Card, deck: Deck) -> str:
    """Where a card was seen."""
    number = next((number for number, one in enumerate(task.tricks, 1) if card in one.cards), None)
    if card in task.hand:
        words = _("{card:the} is in your hand")
    elif card == task.turned:
        words = _("{card:the} lies face up on the table")
    elif number is not None:
        words = _("{card:the} fell in trick {number}")
    else:
        words = _("{card:the} was seen before the first trick")
    return words.format(card=card_name(card, deck), number=number)
