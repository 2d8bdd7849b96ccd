"""The words of the page that a host serves to browsers; all that concerns a game comes in its messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.core.messages import N_
from game.text.gettext import _

PAGE_WORDS: Final[Mapping[str, str]] = {
    # coming in
    "join_title": N_("Join the table"),
    "join_hint": N_("You're joining a table in this room."),
    "change_title": N_("Your name and portrait"),
    "your_name": N_("Your name"),
    "name_missing": N_("Enter your name."),
    "your_portrait": N_("Your portrait"),
    "portrait_number": N_("Portrait {number}"),
    "portrait_taken": N_("Portrait {number}, taken"),
    "language": N_("Language"),
    "sit_down": N_("Sit down"),
    "keep_changes": N_("Save changes"),
    "cancel": N_("Cancel"),
    "connecting": N_("Connecting…"),
    "loading": N_("Loading…"),
    "code_missing": N_("The table code is missing. Scan the code on the table's screen."),
    "host_knows": N_("The computer at the table deals, so it knows all the cards; only this phone shows yours."),
    "storage_refused": N_("This browser doesn't store anything. If you reload the page, you'll lose your seat."),
    # the lobby
    "seats": N_("Seats in order of play"),
    "seat_number": N_("seat {number}"),
    "you_name": N_("{name} (you)"),
    "change": N_("Change"),
    "change_person": N_("Change name or portrait"),
    "stand_up": N_("Stand up"),
    "not_awake": N_(
        "This browser can't keep your screen awake. If it goes dark, nothing is lost: unlock the "
        "phone and you're back in your seat."
    ),
    # the table
    "you": N_("You"),
    "your_turn": N_("Your turn"),
    "what_counts": N_("This deal"),
    "players": N_("Players in order of play"),
    "your_side": N_("Your side"),
    "other_side": N_("The other side"),
    "away": N_("Away"),
    "card_winning": N_("{card}, winning"),
    "your_hand": N_("Cards in your hand: {count}"),
    "tap_once": N_("Tap a card to play it."),
    "tap_twice": N_("Tap a card to lift it, then tap again to play it."),
    "waiting_for": N_("Waiting for {name}"),
    "choose_card": N_("Choose a card"),
    "choose_number": N_("Choose a number"),
    "time_left": N_("Time left: {time}"),
    "scores": N_("Scores"),
    # log and chat
    "log_and_chat": N_("Log and messages"),
    "log_and_chat_new": N_("Log and messages ({count} new)"),
    "back": N_("Back"),
    "show": N_("Show"),
    "all": N_("Everything"),
    "log": N_("Log"),
    "chat": N_("Messages"),
    "say_something": N_("Say something"),
    "send": N_("Send"),
    "all_see_chat": N_("Everybody at the table sees what you say."),
    # the menu
    "menu": N_("Menu"),
    "one_tap": N_("Play with one tap"),
    "one_tap_hint": N_("A tap plays the card at once."),
    "fairness": N_("Fairness"),
    "deals_checked": N_("Deals checked on this phone: {count}"),
    "check_seal": N_("Each deal is the one that the host sealed before the shuffle."),
    "check_word": N_("Your phone's random word is part of the shuffle."),
    "check_rounds": N_("Everyone locked in a word before any word was shown."),
    "check_pack": N_("The seal and everyone's words determine the order of the cards."),
    "check_rules": N_("This phone doesn't know the rules, so it can't check who gets which card."),
    "result_yes": N_("Checked"),
    "result_no": N_("Failed"),
    "result_later": N_("After the deal"),
    "result_unknown": N_("Can't be checked here"),
    "fault_seal": N_("Deal {deal} isn't the one that the host sealed. Stop playing at this table."),
    "fault_word": N_("Your word is missing from the shuffle of deal {deal}. Stop playing at this table."),
    "fault_rounds": N_("The host changed the shuffle words of deal {deal}. Stop playing at this table."),
    "fault_pack": N_("The cards of deal {deal} don't match its shuffle. Stop playing at this table."),
    # the connection
    "lost_title": N_("Can't reach the table"),
    "lost": N_("Trying again… Your seat and your cards are safe, and the others see that you're away."),
    "lost_hint": N_("Still nothing? Check that this phone is on the same Wi-Fi as the table's computer."),
    "try_now": N_("Try now"),
    "displaced_title": N_("The table is open in another tab"),
    "displaced": N_("Your seat and your cards are there."),
    "use_here": N_("Use it here"),
    "join_again": N_("Join again"),
    "scan_next": N_("To keep playing, scan a new table's code."),
    "minutes_left": N_("Minutes left: {minutes}"),
}
"""The English texts, by their names in the page."""


def translate_page_words() -> dict[str, str]:
    """Return the words of the page in the player's language."""
    return {name: _(text) for name, text in PAGE_WORDS.items()}
