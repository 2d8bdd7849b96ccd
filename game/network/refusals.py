"""The reasons for which a host does not let a guest in, or no longer, in words: each says which side must act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.core.messages import N_
from game.network.messages import MAX_NAME_CHARACTERS
from game.text.gettext import _, ngettext

REFUSAL_MESSAGES: Final[Mapping[str, str]] = {
    "guest_older": N_("The host has a newer version of the program. Update your program."),
    "guest_newer": N_("The host has an older version of the program. Ask the host to update it."),
    "guest_rules_older": N_("The host has newer rules for this game. Update your program."),
    "guest_rules_newer": N_("The host has older rules for this game. Ask the host to update the program."),
    "wrong_token": N_("This link doesn't work anymore. Ask the host for a new one."),
    "wrong_host": N_("A different computer is answering at this address. Ask the host for a new link."),
    "wrong_digits": N_("That isn't the number on the host's screen. Check it and try again."),
    "digits_closed": N_("The wrong number was entered too many times. The host can show a new one."),
    "table_full": N_("The table is full. Ask the host to free a seat."),
    "started": N_("The match has already started. Ask the host for the link, so you can watch."),
    "match_over": N_("The match at this table is over. Ask the host for a new link."),
    "name_taken": N_("Somebody at the table already has this name. Choose another one."),
    "name_reserved": N_("This name belongs to a computer player. Choose another one."),
    "name_invalid": N_("Your name must have 1 to {most} characters at this table. Choose another name."),
    "name_punctuation": N_(
        "At a table over the network, names can't contain punctuation except - and '. Choose another one."
    ),
    "barred": N_("This host has blocked you because you left a match or ran out of time. Try again later."),
    "removed": N_("The host has removed you from the table."),
    "displaced": N_("You've joined this table from another window. This one is no longer connected."),
    "ended": N_("The host has closed the table."),
    "too_many_messages": N_("The host got too many messages from your computer."),
    "bad_message": N_("The host's computer couldn't understand yours. Use the same version on both computers."),
    "bad_host": N_("You and the host have different versions. Use the same version on both computers."),
    "connection_failed": N_("The connection ended because of an error in your program. Join the table again."),
}
"""The English texts, by the code of the message ``refused``; the last two can be the guest's own."""
OWNER_REFUSAL_MESSAGES: Final[Mapping[str, str]] = {
    "guest_newer": N_("The table is running an older version of the program. Restart this computer, then try again."),
    "guest_rules_newer": N_("The table is running older rules for this game. Restart this computer, then try again."),
    "wrong_token": N_("The table at this address isn't yours anymore."),
    "wrong_host": N_("A different computer is answering at this address."),
    "table_full": N_("The table is full."),
    "started": N_("The match has started without you."),
    "match_over": N_("The match at this table is over."),
    "barred": N_("You're blocked because you left a match or ran out of time. Try again later."),
    "ended": N_("The table has been closed."),
    "bad_host": N_("This window couldn't understand the table's data. Restart this computer, then try again."),
}
"""The same for the owner of the table, where a text for guests would speak of the host as somebody else."""


def describe_refusal(code: str, minutes: int = 0, *, is_owner: bool = False) -> str:
    """Return the line for the person about a refusal of the host, in the player's language.

    ``minutes``: until the reason is gone, 0 if that is unknown. ``is_owner``: whether the person is the owner.
    """
    if code == "barred" and minutes and is_owner:
        return ngettext(
            "You're blocked for {minutes} more minute because you left a match or ran out of time.",
            "You're blocked for {minutes} more minutes because you left a match or ran out of time.",
            minutes,
        ).format(minutes=minutes)
    if code == "barred" and minutes:
        return ngettext(
            "This host has blocked you for {minutes} more minute because you left a match or ran out of time.",
            "This host has blocked you for {minutes} more minutes because you left a match or ran out of time.",
            minutes,
        ).format(minutes=minutes)
    messages = {**REFUSAL_MESSAGES, **(OWNER_REFUSAL_MESSAGES if is_owner else {})}
    message = messages.get(code, messages["bad_host"])
    return _(message).format(most=MAX_NAME_CHARACTERS)
