"""The turn and the trick in words: who must act, who is winning, and who leads."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.cards import HIDDEN_CARD
from game.core.phase import Board, Phase
from game.core.sanitizer import capitalize_first
from game.core.trick_taking import Trick, TrickPhase, find_trick_winner
from game.match.observation import Observation
from game.text.gettext import _, ngettext
from game.text.player_names import is_default_person_name


def find_winning_seat(board: Board, phase: Phase | None) -> int | None:
    """Return the seat whose card wins the trick so far.

    None if no card has been played, or if the winner is not known.
    """
    tricks = _get_trick_phase(phase)
    open_cards = [
        (seat, card) for seat, card in board.trick if seat not in board.face_down_seats and card is not HIDDEN_CARD
    ]
    if tricks is None or not open_cards or board.trick[0] != open_cards[0]:
        return None
    if tricks.is_trump_awaited and board.trump is None:
        return None
    seats, cards = zip(*open_cards, strict=True)
    return find_trick_winner(Trick(seats, cards), tricks.ranking, board.trump)


def _get_trick_phase(phase: Phase | None) -> TrickPhase | None:
    """Return the play of a phase: the phase itself, or the play that follows it; None if there is none."""
    tricks = phase if isinstance(phase, TrickPhase) else getattr(phase, "trick_phase", None)
    return tricks if isinstance(tricks, TrickPhase) else None


def describe_current_trick(observation: Observation, names: Sequence[str], *, has_points: bool = True) -> str:
    """Return the player who is winning the trick and its points, or the player who leads to it.

    Before the trump is named it says that there is none. Empty if no trick is being played. ``has_points``: the text
    has the points.
    """
    tricks = _get_trick_phase(observation.phase)
    if tricks is observation.phase and tricks is not None and tricks.is_trump_awaited:
        return _("no trump yet")
    winning_seat, turn = find_winning_seat(observation.board, observation.phase), observation.turn
    if winning_seat is None:
        if observation.phase is None or not observation.phase.is_card_play or observation.board.trick or turn is None:
            return ""
        if turn == observation.seat:
            return _("you lead")
        text = _("to lead: {name}") if is_default_person_name(names[turn]) else _("{name} leads")
        return text.format(name=names[turn])
    phase, is_viewer_winning = observation.phase, winning_seat == observation.seat
    values = phase.card_points if isinstance(phase, TrickPhase) else {}
    points = sum(values.get(card.rank, 0) for _seat, card in observation.board.trick)
    if has_points and points:
        text = ngettext(
            "{name} is winning the trick: {count} point", "{name} is winning the trick: {count} points", points
        )
        if is_viewer_winning:
            text = ngettext("you're winning {count} point", "you're winning {count} points", points)
        elif is_default_person_name(names[winning_seat]):
            text = ngettext("winning so far: {name}, {count} point", "winning so far: {name}, {count} points", points)
        return text.format(name=names[winning_seat], count=points)
    if is_viewer_winning:
        return _("you're winning")
    if any(winning_seat in side and observation.seat in side for side in observation.sides):
        return _("your partner is winning")
    text = _("winning so far: {name}") if is_default_person_name(names[winning_seat]) else _("{name} is winning")
    return text.format(name=names[winning_seat])


def describe_own_turn(observation: Observation, names: Sequence[str], duty: str, *, is_alone: bool = True) -> str:
    """Return whose turn it is for the player on turn, with their duty, else with the trick.

    ``duty``: what they must do besides following suit, or "". ``is_alone``: nobody else reads this screen.
    """
    assert observation.turn is not None
    text = _("Your turn") if is_alone else _("{name}, it's your turn").format(name=names[observation.turn])
    return " · ".join(filter(None, (text, duty or describe_current_trick(observation, names, has_points=False))))


def describe_other_turn(observation: Observation, names: Sequence[str], *, is_awaited: bool = False) -> str:
    """Return whose turn it is for the others, with the trick; ``is_awaited``: the player on turn is away."""
    assert observation.turn is not None
    text = _("Waiting for {name}…") if is_awaited else _("{name} is thinking…")
    trick = describe_current_trick(observation, names, has_points=False) if observation.board.trick else ""
    return " · ".join(filter(None, (text.format(name=names[observation.turn]), trick)))


def describe_public_turn(observation: Observation, names: Sequence[str]) -> tuple[str, str]:
    """Return whose turn it is for all who see the table from afar, and who is winning the trick or ""."""
    assert observation.turn is not None
    is_play = observation.phase is not None and observation.phase.is_card_play
    text = _("{name} to play") if is_play else _("It's {name}'s turn")
    trick = describe_current_trick(observation, names, has_points=False) if observation.board.trick else ""
    return text.format(name=names[observation.turn]), capitalize_first(trick)


def describe_trick_taken(name: str, *, is_you: bool) -> str:
    """Return who takes the trick; ``is_you``: the winner is addressed."""
    return _("You take the trick") if is_you else _("{name} takes the trick").format(name=name)
