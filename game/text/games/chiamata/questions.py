"""The questions of Briscola chiamata: a call of a rank, later of points, and the suit of the called card."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.actions import Pass
from game.core.cards import SUITS, DeckStyle
from game.core.sanitizer import capitalize_first
from game.rules.briscola_family import PACK_POINTS, RANKING
from game.rules.chiamata.actions import MAX_CALLED_POINTS, Call, NameSuit, Solo
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.calls import LOWEST_RANK
from game.rules.chiamata.scoring import Contract, compute_base_stakes
from game.rules.chiamata.trick_play import NamingPhase
from game.text.card_letters import format_rank_figure
from game.text.card_names import format_rank_name, format_suit_name
from game.text.games.question import ChoiceOption, NumberOption, Question
from game.text.gettext import _


def ask_for_call(phase: AuctionPhase, deck: DeckStyle) -> Question:
    """Return the question of the auction: for a rank, for points, or to pass on the highest call."""
    others = _list_other_options(phase)
    if phase.min_points is None:
        return Question(_ask_for_rank(phase, deck), _explain_ranks(phase), others, _list_rank_options(phase, deck))
    if phase.min_points <= MAX_CALLED_POINTS:
        title, hint = _("How many points will you call?"), _explain_points(phase, deck)
        return Question(title, hint, others, _list_point_options(phase, deck))
    title = _("Nobody can call more than {points}.").format(points=MAX_CALLED_POINTS)
    return Question(title, options=others[::-1], has_usual_option=True)


def ask_for_suit(phase: NamingPhase, deck: DeckStyle) -> Question:
    """Return the question for the suit of the called card; after a blind first trick it decides that trick."""
    contract, is_after_trick = phase.trick_phase.contract, bool(phase.trick_phase.trick.cards)
    assert contract.rank is not None
    title = capitalize_first(_("{rank:the} of which suit?").format(rank=format_rank_name(contract.rank, deck)))
    hint = _("The suit becomes trump. The card's holder is your secret partner.")
    if is_after_trick:
        hint = _("The suit becomes trump and decides this first trick.")
    options = (
        ChoiceOption(f"suit-{suit}", NameSuit(phase.turn, suit), capitalize_first(format(format_suit_name(suit, deck))))
        for suit in SUITS
    )
    return Question(title, hint, tuple(options))


def list_forced_calls(phase: AuctionPhase, points: int) -> Sequence[Call]:
    """Return the legal calls of another rank than the two at ``points``."""
    return [
        action
        for action in phase.legal_actions()
        if isinstance(action, Call) and action.points == points and action.rank != LOWEST_RANK
    ]


def _list_other_options(phase: AuctionPhase) -> tuple[ChoiceOption, ...]:
    """Return the actions besides calls: a pass, and solo at tables that allow it."""
    seat = phase.calling_seat
    solo_options = (ChoiceOption("solo", Solo(seat), _("Play solo")),) if phase.options.solo else ()
    return (ChoiceOption("pass", Pass(seat), _("Pass")), *solo_options)


def _add_solo_hint(phase: AuctionPhase, hint: str) -> str:
    """Return a hint, with a sentence about solo at tables that allow it."""
    solo_hint = _("Solo: alone against four, no trump.")
    return f"{hint} {solo_hint}" if phase.options.solo else hint


def _ask_for_rank(phase: AuctionPhase, deck: DeckStyle) -> str:
    if phase.last_call is None:
        return _("Which card will you call?")
    text = _("Will you call lower than {rank:the}?")
    return text.format(rank=format_rank_name(phase.last_call.rank, deck))


def _explain_ranks(phase: AuctionPhase) -> str:
    return _add_solo_hint(phase, _("The holder of the called card is your secret partner. A pass is final."))


def _explain_points(phase: AuctionPhase, deck: DeckStyle) -> str:
    assert phase.min_points is not None
    hint, forced_calls = (
        _("The called card is still the two; now the call for the most points wins."),
        list_forced_calls(phase, phase.min_points),
    )
    if len(forced_calls) == 1:
        text = _("House rule: since you hold a two, you may call the next card you lack, {rank:the}.")
        hint = text.format(rank=format_rank_name(forced_calls[0].rank, deck))
    elif forced_calls:
        hint = _("House rule: since you hold several twos, you may call the next card you lack.")
    return _add_solo_hint(phase, hint)


def _list_rank_options(phase: AuctionPhase, deck: DeckStyle) -> tuple[NumberOption, ...]:
    return tuple(
        NumberOption(
            Call(phase.calling_seat, rank),
            format_rank_figure(rank, deck),
            _("Call {rank:the}").format(rank=name),
            capitalize_first(format(name)),
            describe_stakes(phase, None),
        )
        for rank in RANKING
        for name in (format_rank_name(rank, deck),)
    )


def _list_point_options(phase: AuctionPhase, deck: DeckStyle) -> tuple[NumberOption, ...]:
    """Return an option for each number of points, and before it those of other ranks than the two."""
    assert phase.min_points is not None
    ranks = [call.rank for call in list_forced_calls(phase, phase.min_points)]
    text = _("Call {rank:the} at {points}") if ranks else _("Call {points}")
    return tuple(
        NumberOption(
            Call(phase.calling_seat, rank, points),
            str(points),
            text.format(rank=name, points=points),
            capitalize_first(format(name)) if ranks else "",
            describe_stakes(phase, points),
        )
        for points in range(phase.min_points, MAX_CALLED_POINTS + 1)
        for rank in (*ranks, LOWEST_RANK)
        for name in (format_rank_name(rank, deck),)
    )


def describe_stakes(phase: AuctionPhase, points: int | None) -> tuple[str, ...]:
    """Return what the caller's side then needs, and what that earns and costs; ``points``: None for a rank alone."""
    contract = Contract(caller=phase.calling_seat, rank=LOWEST_RANK, points=points)
    own, partner, _defender = compute_base_stakes(phase.options, contract, is_alone=False)
    need = _("Together you need {points} of the {all} points.")
    stakes = _("You win {own} and your partner {partner}, or you each lose that much.")
    return need.format(points=contract.required_points, all=PACK_POINTS), stakes.format(own=own, partner=partner)
