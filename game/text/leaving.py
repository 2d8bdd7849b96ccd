"""The questions before a person leaves a match or votes to end it."""

from __future__ import annotations

from game.match.observation import Observation
from game.text.gettext import _, ngettext


def format_vote_count(observation: Observation, needed: int) -> str:
    """Return how many of the ``needed`` votes to end the match there are."""
    text = ngettext("{votes} of {needed} vote needed", "{votes} of {needed} votes needed", needed)
    return text.format(votes=len(observation.votes_to_end), needed=needed)


def format_vote_question() -> str:
    """Return the question before a vote to end the match."""
    return _("Vote to end the match for everyone, without a result? Computers that aren't ahead agree.")


def format_leave_question(observation: Observation) -> str:
    """Return the question before a person leaves a match, with what follows."""
    minutes = observation.options.penalty_minutes
    sentences = [_("Leave the match?"), _("The computer plays on in your place.")]
    if minutes:
        sentences.append(_("After the match you'll be blocked for {minutes} min.").format(minutes=minutes))
    return " ".join(sentences)
