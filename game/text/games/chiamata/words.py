"""The words of Briscola chiamata."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from game.core.actions import Action, Pass
from game.core.cards import Card, DeckStyle
from game.core.events import Event
from game.core.options import Options
from game.core.sanitizer import capitalize_first
from game.match.observation import Observation
from game.rules.chiamata.actions import Call, Solo
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.events import AuctionWon, CalledCardNamed, CallMade, PartnerRevealed, SoloCalled
from game.rules.chiamata.options import ChiamataOptions
from game.rules.chiamata.trick_play import ChiamataTrickPhase, NamingPhase
from game.rules.game import Sides
from game.text.card_names import format_card_name, format_rank_name
from game.text.formatting import format_change
from game.text.games.chiamata.questions import ask_for_call, ask_for_suit
from game.text.games.chiamata.result import (
    find_trick_phase,
    format_headline,
    summarize_sides,
)
from game.text.games.game_words import Announcement, GameWords
from game.text.games.question import Question
from game.text.gettext import _, ngettext, pgettext
from game.text.player_names import abbreviate_name
from game.text.results import SideResult

MAX_NAME_LENGTH: Final = 12
"""The number of characters of a name from which the score panel shows only its first word."""


class ChiamataWords(GameWords):
    """The words of a table with match points, calls, the contract and a secret partner."""

    is_hand_sorted = True
    is_unscored_deal_repeated = True

    def describe_sides(self, sides: Sides) -> str:
        return _("secret partner")

    def describe_deal(self, observation: Observation) -> str:
        options = observation.options
        assert isinstance(options, ChiamataOptions)
        earlier_results = observation.results if observation.result is None else observation.results[:-1]
        number = observation.deal_number - sum(result.state != "scored" for result in earlier_results)
        return _("Deal {number} of {count}").format(number=max(number, 1), count=options.match_deals)

    def describe_match_length(self, options: Options) -> str:
        assert isinstance(options, ChiamataOptions)
        deals = options.match_deals
        return ngettext("{count} deal", "{count} deals", deals).format(count=deals)

    def format_total(self, observation: Observation, seat: int) -> str:
        return format_change(observation.totals[seat])

    def describe_total(self, total: float, figure: str) -> str:
        return _("score {score}").format(score=figure)

    def describe_standing(self, observation: Observation, seat: int) -> str:
        return _("score {score}").format(score=self.format_total(observation, seat))

    def format_headline(self, observation: Observation, names: tuple[str, ...], your_seat: int | None = None) -> str:
        return format_headline(observation, names, your_seat) or super().format_headline(observation, names, your_seat)

    def summarize_sides(self, observation: Observation) -> tuple[SideResult, ...]:
        return summarize_sides(observation)

    def list_announcements(self, observation: Observation, deck: DeckStyle) -> Mapping[int, Announcement]:
        phase = observation.phase
        if isinstance(phase, AuctionPhase):
            return _list_call_announcements(phase.calls, deck)
        if isinstance(phase, NamingPhase):
            return _list_call_announcements(phase.trick_phase.calls, deck)
        return _list_role_announcements(phase) if isinstance(phase, ChiamataTrickPhase) else {}

    def describe_speech(self, event: Event, deck: DeckStyle) -> tuple[int, str] | None:
        if isinstance(event, CallMade):
            text = _("{rank:the}") if event.points is None else _("{rank:the} at {points}")
            return event.seat, capitalize_first(
                text.format(rank=format_rank_name(event.rank, deck), points=event.points)
            )
        if isinstance(event, SoloCalled):
            return event.seat, _("Solo!")
        if isinstance(event, AuctionWon):
            return event.seat, _("I am the caller")
        if isinstance(event, CalledCardNamed):
            return event.seat, capitalize_first(_("{card:the}!").format(card=format_card_name(event.card, deck)))
        if isinstance(event, PartnerRevealed):
            return event.seat, _("The called card!")
        return super().describe_speech(event, deck)

    def describe_contract(self, observation: Observation, names: tuple[str, ...], deck: DeckStyle) -> tuple[str, ...]:
        phase = observation.phase
        if isinstance(phase, AuctionPhase) and phase.last_call is not None:
            call_text, name = _format_call(phase.last_call, deck).text, _shorten_name(names[phase.last_call.seat])
            return (_("Last call: {call} ({name})").format(call=call_text, name=name),)
        phase = find_trick_phase(observation)
        if phase is None:
            return ()
        goal_text = _("{name}: {points} points needed").format(
            name=_shorten_name(names[phase.contract.caller]), points=phase.contract.required_points
        )
        if phase.called_card is not None:
            return (goal_text,)
        rank = phase.contract.rank
        if rank is None:
            return goal_text, _("Solo, no trump")
        return goal_text, _("Called: {rank:a}").format(rank=format_rank_name(rank, deck))

    def find_called_card(self, observation: Observation) -> Card | None:
        phase = find_trick_phase(observation)
        return None if phase is None else phase.called_card

    def describe_called_card(self, observation: Observation) -> str:
        phase = observation.phase
        is_own_card = (
            isinstance(phase, ChiamataTrickPhase)
            and phase.is_partner_revealed
            and phase.find_partner() == phase.contract.caller
        )
        return _("Caller played it") if is_own_card else super().describe_called_card(observation)

    def describe_secret(self, observation: Observation, deck: DeckStyle) -> str:
        phase = observation.phase
        if (
            not isinstance(phase, ChiamataTrickPhase)
            or observation.seat is None
            or phase.called_card is None
            or phase.is_partner_revealed
        ):
            return ""
        if phase.called_card not in phase.hands[observation.seat]:
            return ""
        return _("You hold the called card") if observation.seat == phase.contract.caller else _("Secret partner")

    def describe_choices(self, observation: Observation, actions: Sequence[Action]) -> str:
        assert observation.seat is not None and isinstance(observation.options, ChiamataOptions)
        own_ranks = {card.rank for card in observation.board.hands[observation.seat]}
        if not any(isinstance(action, Call) and action.rank in own_ranks for action in actions):
            return ""
        if observation.options.in_hand:
            return _("You name the suit later. If you hold the called card, you play alone.")
        return _("You name the suit later. You may not hold the called card.")

    def ask(self, observation: Observation, names: Sequence[str], deck: DeckStyle) -> Question:
        if isinstance(observation.phase, AuctionPhase):
            return ask_for_call(observation.phase, deck)
        return ask_for_suit(observation.phase, deck) if isinstance(observation.phase, NamingPhase) else Question()

    def find_idle_seats(self, observation: Observation) -> frozenset[int]:
        return frozenset(observation.phase.passed_seats) if isinstance(observation.phase, AuctionPhase) else frozenset()


def _shorten_name(name: str) -> str:
    """Return a name with an initial if it is too long for a line of the score panel."""
    return abbreviate_name(name) if len(name) > MAX_NAME_LENGTH else name


def _list_role_announcements(phase: ChiamataTrickPhase) -> dict[int, Announcement]:
    """Return "caller" at the caller's plate and, once revealed, "partner" at the partner's, or that there is none."""
    caller, partner = phase.contract.caller, phase.find_partner() if phase.is_partner_revealed else None
    if phase.contract.rank is None or partner == caller:
        return {caller: Announcement(_("caller alone"), is_role=True)}
    announcements = {} if partner is None else {partner: Announcement(_("partner"), is_role=True)}
    return {**announcements, caller: Announcement(_("caller"), is_role=True)}


def _list_call_announcements(calls: Sequence[Call | Pass | Solo], deck: DeckStyle) -> dict[int, Announcement]:
    """Return the last call of each seat; only the highest of them counts."""
    announcements = {call.seat: _format_call(call, deck) for call in calls}
    highest_seat = next((call.seat for call in reversed(calls) if not isinstance(call, Pass)), None)
    return {
        seat: announcement._replace(is_out=seat != highest_seat, is_highest=seat == highest_seat)
        for seat, announcement in announcements.items()
    }


def _format_call(call: Call | Pass | Solo, deck: DeckStyle) -> Announcement:
    if isinstance(call, Pass):
        return Announcement(pgettext("said", "pass"))
    if isinstance(call, Solo):
        return Announcement(_("solo"))
    rank = format_rank_name(call.rank, deck)
    if call.points is None:
        return Announcement(rank)
    return Announcement(_("{rank} · {points}").format(rank=rank, points=call.points), figure=str(call.points))
