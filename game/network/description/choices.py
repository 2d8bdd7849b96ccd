"""The choices of a guest in words, each with the request that makes it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from game.core.actions import Action, LeaveMatch, VoteToEnd
from game.core.cards import Card, DeckStyle
from game.core.messages import Reason
from game.core.sanitizer import capitalize_first
from game.match.observation import Observation
from game.network.described import DescribedChoice
from game.network.description.table_news import TableNews
from game.session.messages import Ready, TakeAction
from game.session.session import Session
from game.text.games import get_words
from game.text.games.question import ChoiceOption, Question
from game.text.gettext import _
from game.text.leaving import format_leave_question, format_vote_count, format_vote_question
from game.text.messages import format_action, format_reason, format_suggestion
from game.text.narration import make_sentence


def list_choices(
    session: Session, news: TableNews, question: Question, hand: Sequence[Card]
) -> tuple[DescribedChoice, ...]:
    """Return the choices of the turn, those after a deal or a match, and those that are always there.

    ``question``: of the turn; ``hand``: as it is shown.
    """
    deck, names = session.info.game.deck, session.info.names
    actions = session.observation.legal_actions if session.is_your_turn else ()
    return (
        *_iter_turn_choices(session.observation, actions, question, hand, names, deck),
        *_iter_pause_choices(session, news),
        *_iter_menu_choices(session),
    )


# -- the turn --------------------------------------------------------------------------------------


def _iter_turn_choices(
    observation: Observation,
    actions: Sequence[Action],
    question: Question,
    hand: Sequence[Card],
    names: Sequence[str],
    deck: DeckStyle,
) -> Iterator[DescribedChoice]:
    """Yield a choice for each legal action, and those that are illegal now among the answers of a question."""
    cards = _map_actions_by_card(actions)
    for card in hand:
        if card in cards:
            text = format_suggestion(cards[card], deck)
            yield DescribedChoice(kind="card", label=text, request=TakeAction(cards[card]), card=card.name)
    worded = {*cards.values()}
    for number in question.numbers:
        if number.action in actions:
            worded.add(number.action)
            yield DescribedChoice(
                kind="number",
                label=number.text,
                request=TakeAction(number.action),
                figure=number.figure,
                small=number.small,
                meaning=number.meaning,
            )
    for option in question.options:
        worded.add(option.action)
        yield _describe_option(observation, option, actions, question, names, deck)
    for action in actions:
        if action not in worded:
            yield DescribedChoice(kind="button", label=_word_action(action, deck), request=TakeAction(action))


def _map_actions_by_card(actions: Sequence[Action]) -> dict[Card, Action]:
    """Return the action of each card that only one action plays or gives away."""
    cards = [(getattr(action, "card", None), action) for action in actions]
    counts = Counter(card for card, _action in cards)
    return {card: action for card, action in cards if isinstance(card, Card) and counts[card] == 1}


def _describe_option(
    observation: Observation,
    option: ChoiceOption,
    actions: Sequence[Action],
    question: Question,
    names: Sequence[str],
    deck: DeckStyle,
) -> DescribedChoice:
    """Return an answer as a button; one that is illegal now has the reason."""
    reason = None
    if option.action not in actions and observation.phase is not None:
        reason = observation.phase.illegal_reason(option.action) or Reason("not_now")
    is_primary = question.has_usual_option and option is question.options[-1] and reason is None
    return DescribedChoice(
        kind="button",
        label=option.text,
        request=TakeAction(option.action),
        is_primary=is_primary,
        is_enabled=reason is None,
        refusal="" if reason is None else make_sentence(format_reason(reason, names, deck)),
    )


def _word_action(action: Action, deck: DeckStyle) -> str:
    """Return an action that no question words: a suggestion with its card, or its name."""
    has_card = isinstance(getattr(action, "card", None), Card)
    return format_suggestion(action, deck) if has_card else capitalize_first(format_action(action, deck))


# -- beside the turn -------------------------------------------------------------------------------


def _iter_pause_choices(session: Session, news: TableNews) -> Iterator[DescribedChoice]:
    """Yield readiness for the next deal, or for another match if somebody has asked for it."""
    words = get_words(session.info.game_id)
    seats, observation = {*session.info.seats}, session.observation
    if not seats or seats <= {*observation.departed_seats} or not seats.isdisjoint(news.ready_seats):
        return
    if observation.is_over and news.is_rematch_asked:
        yield DescribedChoice(kind="button", label=_("Play again"), request=Ready(), is_primary=True)
    elif session.status.is_between_deals and not observation.is_over:
        yield DescribedChoice(
            kind="button", label=words.describe_next_deal(observation), request=Ready(), is_primary=True
        )


def _iter_menu_choices(session: Session) -> Iterator[DescribedChoice]:
    """Yield the vote to end the match, and the departure from it."""
    observation, status = session.observation, session.status
    if observation.is_over:
        return
    for seat in session.info.seats:
        if seat in status.voting_seats:
            yield DescribedChoice(
                kind="menu",
                label=_("Vote to end"),
                request=TakeAction(VoteToEnd(seat)),
                meaning=(format_vote_count(observation, session.info.votes_needed),),
                confirmation=format_vote_question(),
            )
        if seat in status.leaving_seats:
            yield DescribedChoice(
                kind="menu",
                label=_("Leave match"),
                request=TakeAction(LeaveMatch(seat)),
                confirmation=format_leave_question(observation),
            )
