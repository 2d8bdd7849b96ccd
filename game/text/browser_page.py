"""The words of the page that a host serves to browsers; all that concerns a game comes in its messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.core.messages import N_
from game.text.gettext import _

PAGE_WORDS: Final[Mapping[str, str]] = {
    "title": N_("Tavolo Verde"),
    # coming in
    "join_title": N_("Join the table"),
    "join_lead": N_("Your phone shows your cards, and nobody else sees them."),
    "your_name": N_("Your name"),
    "your_portrait": N_("Your portrait"),
    "language": N_("Language"),
    "sit_down": N_("Sit down"),
    "connecting": N_("Connecting…"),
    "scan_code": N_("Scan the code on the table's screen."),
    "code_wrong": N_("This code is of another table. Scan the code on the table's screen again."),
    "storage_off": N_("This browser keeps nothing. If you reload the page, you lose your seat."),
    "host_knows": N_("The computer at the table deals, so it knows all cards."),
    "awake_off": N_("This page can't keep your screen awake. If it turns off, you keep your seat."),
    # the connection
    "lost_title": N_("Connection lost"),
    "lost_seat": N_("You keep your seat and your cards."),
    "lost_check": N_("Is your phone in the same Wi-Fi as the table?"),
    "connect_again": N_("Connect again"),
    "displaced_title": N_("The table is open somewhere else"),
    "displaced_lead": N_("You have opened this table in another tab or browser."),
    "use_here": N_("Use it here"),
    "left_title": N_("You are no longer at the table"),
    "join_again": N_("Join again"),
    # at the table
    "menu": N_("Menu"),
    "close": N_("Close"),
    "back": N_("Back"),
    "cancel": N_("Cancel"),
    "log_and_chat": N_("Log and chat"),
    "write": N_("Write a message"),
    "send": N_("Send"),
    "players": N_("Players"),
    "your_hand": N_("Your hand"),
    "your_turn": N_("Your turn"),
    "tap_again": N_("Tap again to play."),
    "one_tap": N_("Play with one tap"),
    "change_name": N_("Change name or portrait"),
    "fairness": N_("Fairness"),
    # what the page has checked itself
    "check_seal": N_("The deal was sealed before you contributed to the shuffle."),
    "check_word": N_("Your word is part of the shuffle."),
    "check_pack": N_("The cards of the last deal follow from its seal and all words."),
    "check_failed": N_("The host has not kept to the shuffle. Do not play on at this table."),
}
"""The English texts, by their names in the page."""


def translate_page_words() -> dict[str, str]:
    """Return the words of the page in the player's language."""
    return {name: _(text) for name, text in PAGE_WORDS.items()}
