"""The base of how a game is worded: its figures, contracts, questions and results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.core.actions import Action
from game.core.cards import Card, DeckStyle, Hand
from game.core.events import Event, PlayerPassed
from game.core.options import Options
from game.core.phase import DealResult
from game.core.sanitizer import capitalize_first
from game.match.hand_order import ALTERNATING_SUITS
from game.match.observation import Observation
from game.rules import GAMES
from game.rules.game import Sides
from game.text.formatting import format_change, format_number, format_score_pair, join_with_and
from game.text.games.question import Question
from game.text.gettext import _, ngettext, pgettext
from game.text.results import SideResult


class Announcement(NamedTuple):
    """The last call or declaration of a seat, or its bid and its tricks; the name plate shows it large.

    ``is_out``: whether it no longer counts, as the call of a seat that takes no further part, or one that is beaten.
    ``figure``: the part of the text that is the largest, "" for all of it; ``symbol``: before the text, or "";
    ``is_highest``: whether it is the highest call of an auction; the score beside it does not make it smaller.
    ``is_role``: whether it says who the player is, such as "caller".
    """

    text: str
    is_out: bool = False
    figure: str = ""
    symbol: str = ""
    is_highest: bool = False
    is_role: bool = False

    def split_text(self) -> tuple[str, str, str]:
        """Return the words before the figure, the figure, and the words behind it; the first begins with a capital."""
        if not self.figure:
            return "", capitalize_first(self.text), ""
        before, figure, behind = self.text.partition(self.figure)
        return capitalize_first(before.strip()), figure, behind.strip()


class GameWords:
    """The words of a game with points, scores and cards to play; games override what differs.

    A single instance serves all matches of a game, so it keeps no state.
    """

    is_hand_sorted = False
    """Whether hands are sorted by suit."""
    is_unscored_deal_repeated = False
    """Whether a deal that does not count is dealt again under its number."""
    duty_texts: Mapping[str, str] = {}
    """The duties of a player that the trick does not show, in a few words, by the code of a refused card."""

    def get_suit_order(self, deck: DeckStyle) -> str:
        """Return the order of suits in the viewer's hand, which alternates colors, or "" for the order of the rules."""
        return ALTERNATING_SUITS if self.is_hand_sorted and deck == "french" else ""

    def is_own_sign(self, event: Event, seat: int | None) -> bool:
        """Return whether ``event`` is a sign of ``seat``, which nothing on its table shows."""
        return False

    # -- figures

    def describe_goal(self, observation: Observation) -> str:
        """Return what ends the match, in a few words, or ""."""
        return ""

    def describe_match_length(self, options: Options) -> str:
        """Return what ends a match by these options, such as "first to win 2 deals", or ""."""
        return ""

    def describe_ending(self, observation: Observation) -> str:
        """Return why the match is over and who wins it, for a result that does not show it, or ""."""
        return ""

    def describe_shown_hand(self, result: DealResult) -> tuple[str, ...]:
        """Return sentences on why a hand that is shown decided a scored deal."""
        return ()

    def list_shown_cards(self, observation: Observation, seat: int, hand: Hand) -> Hand:
        """Return the cards that decided the deal: the hand that ``seat`` shows, and others that count with it."""
        return hand

    def describe_sides(self, sides: Sides) -> str:
        """Return who plays together with these sides of a match, in two words; "" for two players."""
        if len(sides) == 2 and len(sides[0]) == 1:
            return ""
        return {1: _("no partners"), 2: _("in pairs")}.get(len(sides[0]), _("in teams"))

    def describe_variant(self, observation: Observation) -> str:
        """Return who plays together, for the title of a game that has no rows of sides to show it, or ""."""
        return ""

    def describe_preset(self, preset: str) -> str:
        """Return a preset in a few words if the start screen offers it as a choice of its own, else ""."""
        return ""

    def describe_deal(self, observation: Observation) -> str:
        """Return the number of the deal and the goal of the match in a line."""
        goal = self.describe_goal(observation)
        text = _("Deal {number} · {goal}") if goal else _("Deal {number}")
        return text.format(number=max(observation.deal_number, 1), goal=goal)

    def format_total(self, observation: Observation, seat: int) -> str:
        """Return the score of a seat in the match, as a figure."""
        return str(observation.totals[seat]).replace("-", "−")

    def describe_score(self, observation: Observation, seat: int) -> str:
        """Return the score of a seat as the score panel shows it, with a unit where it could be taken for another."""
        return self.format_total(observation, seat)

    def describe_total(self, total: float, figure: str) -> str:
        """Return a score in the match, written as ``figure``, with its unit in words."""
        return ngettext("{count} point", "{count} points", round(abs(total))).format(count=figure)

    def describe_standing(self, observation: Observation, seat: int) -> str:
        """Return the standing of a seat as its name plate shows it: by default its points in the match."""
        text = ngettext("{count} pt", "{count} pts", abs(observation.totals[seat]))
        return text.format(count=self.format_total(observation, seat))

    def describe_tricks(self, observation: Observation, side: Sequence[int], trick_count: int, points: int) -> str:
        """Return the label of the tricks that a side has won in the deal and of their points, "" if there is none."""
        return ngettext("{count} trick", "{count} tricks", trick_count).format(count=trick_count) if trick_count else ""

    def describe_side(self, observation: Observation, side: Sequence[int]) -> str:
        """Return the contract of a side of partners and what it has taken, for the score panel, or ""."""
        return ""

    def is_counting_aloud(self, observation: Observation) -> bool:
        """Return whether captured card points are shown during the play."""
        return False

    def is_good_change(self, change: int) -> bool:
        """Return whether a change of score is good for its seat."""
        return change > 0

    def format_deal_figure(self, result: DealResult, side: Sequence[int]) -> str:
        """Return the figure of a side for a scored deal between two sides: by default what it took."""
        return str(sum(result.points[seat] for seat in side))

    def list_pad_headings(self, observation: Observation) -> tuple[str, ...]:
        """Return the headings of the figures of a side and a deal on the score pad, besides the total."""
        return (_("This deal"),)

    def list_pad_figures(self, observation: Observation, result: DealResult, side: Sequence[int]) -> tuple[str, ...]:
        """Return the figures of a side on the score pad for a scored deal, one for each heading."""
        return (format_change(result.scores[side[0]]),)

    def describe_pad(self, observation: Observation) -> str:
        """Return what the figures of the score pad leave open, in a sentence, else ""."""
        return ""

    # -- the end of a deal

    def find_deal_winners(self, observation: Observation) -> tuple[int, ...]:
        """Return the seats that won the deal, () if it was not scored or nobody won it."""
        game, result = GAMES[observation.game_id], observation.result
        return game.find_deal_winners(result, observation.sides) if result is not None else ()

    def format_headline(self, observation: Observation, names: tuple[str, ...], your_seat: int | None = None) -> str:
        """Return the winners of the deal in a line, or that all lost points and they the fewest.

        ``your_seat``: the seat of the reader, or None.
        """
        result, winners = observation.result, self.find_deal_winners(observation)
        if result is None or result.state != "scored":
            return _("The deal doesn't count")
        if len(winners) == observation.seats:
            return _("The deal is a tie")
        change = result.scores[winners[0]] if winners else 0
        if not change:
            return _("Nobody wins the deal")
        is_win = self.is_good_change(change)
        if your_seat in winners and is_win and GAMES[observation.game_id].is_win_shared(result, observation.sides):
            others = [names[seat] for seat in winners if seat != your_seat]
            return _("You share the win with {names}").format(names=join_with_and(others))
        if your_seat in winners:
            return _("You win the deal") if is_win else _("You lose the fewest points")
        text = (
            ngettext("{names} wins the deal", "{names} win the deal", len(winners))
            if is_win
            else _("Fewest points lost: {names}")
        )
        return text.format(names=join_with_and([names[seat] for seat in winners]))

    def format_deal_figures(self, observation: Observation) -> str:
        """Return the figures of two sides for the last deal, else the change of the viewer's score; "" without one."""
        result, seat = observation.result, observation.seat
        sides = self.list_sides_from(observation, seat)
        if len(sides) == 2:
            return format_score_pair(sides[0].score_text, sides[1].score_text)
        if result is None or seat is None:
            return ""
        text = _("Your score: {change}, total {total}")
        return text.format(change=format_change(result.scores[seat]), total=format_number(observation.totals[seat]))

    def describe_next_deal(self, observation: Observation) -> str:
        """Return the text of the button for the next deal; one that was not scored can be dealt again."""
        result = observation.result
        is_scored = result is not None and result.state == "scored"
        return _("Deal again") if self.is_unscored_deal_repeated and not is_scored else _("Next deal")

    def list_sides_from(self, observation: Observation, seat: int | None) -> list[SideResult]:
        """Return the result of each side at the end of the deal.

        Of two sides that of ``seat`` is first, then the successful one; of more, the best score of the deal.
        """
        sides, result = self.summarize_sides(observation), observation.result
        if len(sides) < 3 or result is None:
            return sorted(sides, key=lambda side: (seat not in side.seats, side.is_good is not True))
        sign = 1 if GAMES[observation.game_id].is_lower_total_better else -1
        keys = [
            (sign * score, -points, sign * total)
            for score, points, total in zip(result.scores, result.points, observation.totals, strict=True)
        ]
        return sorted(sides, key=lambda side: keys[side.seats[0]])

    def summarize_sides(self, observation: Observation) -> tuple[SideResult, ...]:
        """Return the result of each side at the end of the deal, () if the deal was not scored."""
        result, winners = observation.result, self.find_deal_winners(observation)
        if result is None or result.state != "scored":
            return ()
        return tuple(
            SideResult(side, self.format_deal_figure(result, side), set(side) <= set(winners))
            for side in observation.sides
        )

    # -- words

    def find_sitting_out_seats(self, observation: Observation) -> frozenset[int]:
        """Return the seats that sit out this deal."""
        return frozenset()

    def list_announcements(self, observation: Observation, deck: DeckStyle) -> Mapping[int, Announcement]:
        """Return the announcements of seats before the play that are shown at their plates now, by seat."""
        return {}

    def describe_speech(self, event: Event, deck: DeckStyle) -> tuple[int, str] | None:
        """Return the seat that speaks during an event and its words, or None; ``deck`` decides the names of cards."""
        return (event.seat, pgettext("said", "Pass")) if isinstance(event, PlayerPassed) else None

    def describe_duty(self, observation: Observation, names: Sequence[str]) -> str:
        """Return what the player on turn must do with this card besides following suit, or ""."""
        codes = {reason.code for _card, reason in observation.illegal_cards}
        return next((_(text) for code, text in self.duty_texts.items() if code in codes), "")

    def describe_contract(self, observation: Observation, names: tuple[str, ...], deck: DeckStyle) -> tuple[str, ...]:
        """Return the contract of the deal in a few lines, as far as it is known."""
        return ()

    def find_called_card(self, observation: Observation) -> Card | None:
        """Return the card on which the whole deal depends, to be shown beside the contract, or None."""
        return None

    def describe_called_card(self, observation: Observation) -> str:
        """Return the line beside the called card."""
        return _("Called card")

    def describe_secret(self, observation: Observation, deck: DeckStyle) -> str:
        """Return what only the viewer knows of their own role, for their name plate, or ""."""
        return ""

    def describe_choices(self, observation: Observation, actions: Sequence[Action]) -> str:
        """Return what the viewer must know to understand these choices, in a line, or ""."""
        return ""

    def ask(self, observation: Observation, names: Sequence[str], deck: DeckStyle) -> Question:
        """Return what the player on turn may do besides playing a card; by default nothing."""
        return Question()

    def find_idle_seats(self, observation: Observation) -> frozenset[int]:
        """Return the seats that do not act again before the next auction or deal."""
        return self.find_sitting_out_seats(observation)

    def get_spare_hand_label(self) -> str:
        """Return the name of the hand on the table that belongs to nobody, or ""."""
        return ""


def format_points(count: int) -> str:
    """Return a score in words."""
    return ngettext("{count} point", "{count} points", count).format(count=count)
