"""The result of a deal or of the match in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.cards import Card, DeckStyle
from game.core.sanitizer import capitalize_first
from game.match.observation import Observation
from game.network.described import DescribedResult, ResultRow, ShownCard
from game.network.description.faces import Face
from game.session.session import Session
from game.text.card_names import format_card_name
from game.text.formatting import format_change, join_with_and
from game.text.games.game_words import GameWords
from game.text.gettext import _
from game.text.messages import format_reason
from game.text.narration import make_sentence
from game.text.results import (
    SideResult,
    describe_trick_taker,
    format_match_headline,
    format_payout,
    list_completed_tricks,
    list_decisive_tricks,
    list_notes,
    list_penalty_lines,
    list_shown_hands,
)


def describe_result(
    session: Session, words: GameWords, names: tuple[str, ...], faces: Sequence[Face]
) -> DescribedResult:
    """Return the result of the last deal, or of the match if it is over; ``names``, ``faces``: by seat."""
    observation, deck = session.observation, session.info.game.deck
    title, cards = _list_cards(observation, words, names, deck)
    return DescribedResult(
        title=_format_title(observation, words, names),
        lines=(*_iter_story(observation, words, names, deck), *_iter_end(session, words, names)),
        figure_heading=_("This deal"),
        total_heading=_("Total"),
        rows=_list_rows(observation, words, names, faces),
        trick_title=title,
        trick=cards,
    )


def _format_title(observation: Observation, words: GameWords, names: tuple[str, ...]) -> str:
    """Return who has won the match if it is over, else the deal."""
    if observation.is_over:
        return format_match_headline(observation, names, observation.seat)
    if observation.result is None:
        return _("Deal {number}").format(number=observation.deal_number)
    return words.format_headline(observation, names, observation.seat)


# -- the figures -----------------------------------------------------------------------------------


def _has_fixed_sides(observation: Observation, sides: Sequence[SideResult]) -> bool:
    """Return whether these sides stay together for the whole match."""
    return all(side.seats in observation.sides for side in sides)


def _list_rows(
    observation: Observation, words: GameWords, names: Sequence[str], faces: Sequence[Face]
) -> tuple[ResultRow, ...]:
    """Return a row for each side of the match; where the sides change, for each player."""
    sides, result = words.list_sides_from(observation, observation.seat), observation.result
    if _has_fixed_sides(observation, sides):
        rows = [(side.seats, side.score_text, side.note) for side in sides]
    else:
        rows = [
            ((seat,), format_change(result.scores[seat]), side.note if len(side.seats) == 1 else "")
            for side in sides
            for seat in side.seats
            if result is not None
        ]
    if not rows:
        rows = [(side, "", "") for side in observation.sides]
    winners = observation.winners if observation.is_over else words.find_deal_winners(observation)
    return tuple(
        ResultRow(
            name=join_with_and([names[seat] for seat in seats]),
            figure=figure,
            note=note,
            total=words.format_total(observation, seats[0]),
            portraits=tuple(faces[seat].portrait for seat in seats),
            is_you=observation.seat in seats,
            side=_find_side(observation, seats),
            is_winner=not {*seats}.isdisjoint(winners),
        )
        for seats, figure, note in rows
    )


def _find_side(observation: Observation, seats: Sequence[int]) -> str:
    """Return "us" or "them" for a side that all know; a watcher is with seat 0."""
    if tuple(seats) not in observation.public_sides:
        return ""
    return "us" if (observation.seat or 0) in seats else "them"


# -- what happened ---------------------------------------------------------------------------------


def _iter_story(observation: Observation, words: GameWords, names: tuple[str, ...], deck: DeckStyle) -> Iterator[str]:
    """Yield what decided the last deal, in sentences."""
    result, sides = observation.result, words.list_sides_from(observation, observation.seat)
    if result is None:
        return
    if not _has_fixed_sides(observation, sides):
        for side in sides:
            figures = " · ".join(filter(None, (side.score_text, side.note)))
            yield _("{name}: {words}").format(name=join_with_and([names[seat] for seat in side.seats]), words=figures)
    decisive = list_decisive_tricks(result)[-1:] if list_completed_tricks(observation) else ()
    for trick in decisive:
        yield describe_trick_taker(observation, trick.trick_index, names, deck, observation.seat)
        yield make_sentence(format_reason(trick, names, deck, observation.seat))
    if decisive:
        return
    if result.state == "scored" and list_shown_hands(observation):
        yield from words.describe_shown_hand(result) or (_("These cards decided the deal."),)
    elif result.state != "scored":
        yield from map(make_sentence, list_notes(observation, names, deck))


def _iter_end(session: Session, words: GameWords, names: tuple[str, ...]) -> Iterator[str]:
    """Yield the standing of the match, and once it is over why, with the payout and penalties."""
    observation = session.observation
    if not observation.is_over:
        yield words.describe_deal(observation)
        return
    ending = words.describe_ending(observation) if observation.winners else ""
    lines = (ending, format_payout(observation, observation.seat))
    yield from filter(None, lines)
    penalties = list_penalty_lines(session.status.penalty_reasons, observation, names)
    yield from map(make_sentence, penalties)


def _list_cards(
    observation: Observation, words: GameWords, names: Sequence[str], deck: DeckStyle
) -> tuple[str, tuple[ShownCard, ...]]:
    """Return the cards of the deciding trick, or of the hand that decided the deal, with their title."""
    decisive = list_decisive_tricks(observation.result) if observation.result is not None else ()
    tricks, hands = list_completed_tricks(observation), list_shown_hands(observation)
    if decisive and tricks:
        trick = tricks[decisive[-1].trick_index]
        plays = trick.trick.list_plays()
        cards = (
            ShownCard(card=card.name, name=_name(card, deck), player=names[seat], is_winning=seat == trick.winner)
            for seat, card in plays
        )
        return _("Deciding trick"), tuple(cards)
    if not hands:
        return "", ()
    seat, hand = hands[0]
    shown = words.list_shown_cards(observation, seat, hand)
    title = _("Your hand") if seat == observation.seat else names[seat]
    return title, tuple(ShownCard(card=card.name, name=_name(card, deck), player=names[seat]) for card in shown)


def _name(card: Card, deck: DeckStyle) -> str:
    return capitalize_first(format(format_card_name(card, deck)))
