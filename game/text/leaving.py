"""The questions before a person leaves a match or votes to end it, and the lines when somebody has done so."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.events import Event, PlayerLeft, PlayerTimedOut, VoteToEndCast
from game.match.observation import Observation
from game.text.gettext import _, ngettext


def format_vote_count(observation: Observation, needed: int) -> str:
    """Return how many of the ``needed`` votes to end the match there are."""
    text = ngettext("Votes: {votes} of {needed}", "Votes: {votes} of {needed}", needed)
    return text.format(votes=len(observation.votes_to_end), needed=needed)


def format_vote_question() -> str:
    """Return the question before a vote to end the match."""
    return _("Vote to end the match for everyone, without a result? Computer players that aren't ahead will agree.")


def format_leave_question(observation: Observation) -> str:
    """Return the question before a person leaves a match, with what follows."""
    minutes = observation.options.penalty_minutes
    sentences = [_("Leave the match?"), _("The computer will play on in your place.")]
    if minutes:
        sentences.append(_("After the match you'll be blocked for {minutes} min.").format(minutes=minutes))
    return " ".join(sentences)


def describe_status_event(event: Event, names: Sequence[str], your_seat: int | None = None) -> str:
    """Return the line that is shown with an event, empty for most events.

    ``your_seat``: the seat that is addressed as "you", None if none is.
    """
    if not isinstance(event, (PlayerTimedOut, PlayerLeft, VoteToEndCast)):
        return ""
    name, is_you = names[event.seat], event.seat == your_seat
    if isinstance(event, PlayerTimedOut):
        return _("Your time ran out.") if is_you else _("{name} ran out of time.").format(name=name)
    if isinstance(event, PlayerLeft):
        text = _("You left. The computer takes over.") if is_you else _("{name} left. The computer takes over.")
        return text.format(name=name)
    text = _("{name} votes to end the match ({votes} of {needed} votes).")
    if is_you:
        text = _("You vote to end the match ({votes} of {needed} votes).")
    return text.format(name=name, votes=event.votes, needed=event.needed)
