"""Refusals in the player's language: the place and the reason."""

from __future__ import annotations

from typing import Any, Final

from game.core.actions import Deal
from game.core.messages import N_, InputError, Reason
from game.core.phase import IllegalActionError
from game.rules import GAMES
from game.text.gettext import _
from game.text.messages import format_reason, format_refusal

MAX_SEATS: Final = 10
"""At least as many as any game has."""

ERROR_MESSAGES: Final = {
    # a value where another is expected
    "value_missing": N_("missing value"),
    "value_not_known": N_("unknown name"),
    "value_not_offered": N_("{value} isn't allowed here"),
    "value_not_valid": N_("this value isn't valid here"),
    "number_too_large": N_("the number is too large"),
    "not_json": N_("the text is incomplete or not valid JSON"),
    "nested_too_deeply": N_("too many nested levels"),
    "must_be_kind": N_("must be {kind}"),
    "must_be_other_kind": N_("must be {kind}, not {other}"),
    "too_few_signs": N_("too short: the minimum length is {n}"),
    "too_many_signs": N_("too long: the maximum length is {n}"),
    "other_sign_count": N_("the length must be {n}"),
    "must_be_from": N_("must be {kind}, at least {n}"),
    "must_be_up_to": N_("must be {kind}, at most {n}"),
    "must_be_above": N_("must be {kind} greater than {n}"),
    "must_be_below": N_("must be {kind} less than {n}"),
    "must_be_exactly": N_("must be {kind}, exactly {n}"),
    "not_one_of": N_("{key}: {value} is not one of {known}"),
    # an argument of a function for scripts
    "no_card": N_("{text} is not a card"),
    "other_seat": N_("seat: must be from 0 to {last}, not {given}"),
    "nothing_to_take_back": N_("there's nothing to undo"),
    "no_player": N_("{game_id} has no player {level}"),
    "nothing_to_choose": N_("it isn't this seat's turn, so there's nothing to choose"),
    "no_card_play": N_("the observation is not from card play: its phase must be a TrickPhase"),
    "no_card_in_trick": N_("a trick needs cards, and a seat for each of them"),
    "no_text": N_("there is no text for {name}"),
    # options and house rules
    "no_such_option": N_("option {name}: unknown in this game; known options: {known}"),
    "option_not_offered": N_("option {name}: must be one of {values}, not {given}"),
    "option_out_of_range": N_("option {name}: must be a whole number from {low} to {high}, not {given}"),
    "rule_set_name": N_("name: must be 1 to {most} printable characters"),
    "rules_file_too_long": N_("not a house rules file (it is longer than {most} bytes)"),
    "other_rules_format": N_("not a house rules file (its format isn't {name})"),
    "other_rules_version": N_("the rules file is version {theirs}; this program reads version {ours}"),
    # how a match begins
    "other_options": N_("options: must be those of {game}"),
    "other_seat_count": N_("seats: must be one of {counts} in {game}, not {count}"),
    "other_first_dealer": N_("first_dealer: must be from 0 to {last}, not {named}"),
    # an action as text
    "no_action_form": N_("{text} is not an action (seat, verb, arguments)"),
    "unknown_verb": N_("{text} is not a verb of this game; its verbs are {verbs}"),
    "too_many_words": N_("{text} has too many words for {verb}"),
    "no_action": N_("{text} is not an action: {fault}"),
    "written_otherwise": N_("{text} must be written as {action}"),
    # a record
    "no_record": N_("not a match file ({fault})"),
    "file_too_large": N_("the file is too large"),
    "other_record_format": N_("not a match file (its format isn't {name})"),
    "record_version": N_("version: must be a whole number, 1 or more"),
    "newer_record_version": N_("the match file is version {theirs}; this program reads version {ours}"),
    "too_many_deals": N_("deals: a match file has at most {most} deals, not {count}"),
    "too_many_actions": N_("deals: a match file has at most {most} actions, not {count}"),
    "name_count": N_("seats: the match has {count} seats, and each needs one name"),
    "no_deal_yet": N_("the match file has no deal yet"),
    "faulty_action": "{fault}",
    "not_storable": N_("a value can't be written to a match file: {fault}"),
    "other_match_if_read": N_("the extra values would change the match"),
    "player_name": N_("seats[{seat}]: a name must have 1 to {most} printable characters"),
    "other_dealer": N_("the dealer must be {due}, not {named}"),
    "faulty_pack": N_("the pack: {fault}"),
    "no_judge": N_("{game} has no analysis"),
    # a deal code
    "code_too_long": N_("the code is too long"),
    "code_too_short": N_("the code is too short: copy all of it"),
    "code_first_letter": N_("letter 1: a deal code begins with one of {letters}"),
    "code_seat_count": N_("letter 2: players allowed in {game}: {counts}"),
    "code_letter": N_("{letter!r} in {group} isn't used in deal codes"),
    "code_ends_before": N_("the code is too long: delete everything from letter {at} on"),
    "code_mistyped": N_("a letter or digit is wrong, missing or swapped: check the code"),
    # an invitation to a table over the network
    "no_invitation": N_("this isn't the link of a table: such a link contains tv2."),
    "two_invitations": N_("there is more than one link here: paste only the one for your table"),
    "invitation_damaged": N_("the link is damaged: copy all of it, from tv2. to the end"),
    "invitation_address": N_("address {number} in the link is wrong ({address!r}): ask the host for a new link"),
    "invitation_newer": N_("the link is from a newer version of the program: update your program"),
    "invitation_older": N_("the link is from an older version of the program: ask the host to update it"),
    # what a record does not prove
    "match_fairness_damaged": N_("the fairness data of the match is damaged"),
    "deal_fairness_damaged": N_("the fairness data is damaged"),
    "problem_of_draw": N_("the draw for the first dealer: {fault}"),
    "problem_of_deal": N_("deal {number}: {fault}"),
    "nothing_to_prove": N_("no deal is finished yet: finish one, then verify it"),
    "other_dealer_drawn": N_("the first dealer didn't draw the highest card"),
    "pack_not_of_code": N_("the pack doesn't match its deal code"),
    "pack_not_of_seed": N_("the pack doesn't match its seed"),
    "not_sealed": N_("the pack wasn't sealed"),
    "not_revealed": N_("the seed and salt haven't been revealed"),
    "seal_does_not_fit": N_("the seal doesn't match the seed, salt and shuffle text"),
    "words_missing": N_("the words for the shuffle are missing"),
    "word_does_not_fit": N_("a player's word doesn't match its seal"),
    "rounds_not_allowed": N_("the words for the shuffle weren't collected properly"),
    "timeout_card_not_of_key": N_("action {action}: the random card doesn't match the seed"),
    # what a host does against the rules
    "host_went_back": N_("the host withdrew something it had shown"),
    "host_second_seal": N_("the host showed a second seal"),
    "host_other_words": N_("the host changed the players' words"),
    "host_other_cards": N_("the cards aren't the ones you saw"),
    "host_other_dealer": N_("it was another player's turn to deal"),
    "host_other_record": N_("the match file isn't from the match you saw"),
    "host_other_view": N_("the host showed you something that didn't happen"),
    "host_other_table": N_("the rules or seats aren't those of the table you joined"),
    "host_acted_for_you": N_("the host played for you without being asked"),
    "host_lost_action": N_("your move was accepted, but it's missing from the match"),
    "host_refused_action": N_("the host refused a move that the rules allow"),
    "host_no_deal": N_("the host didn't show the cards of the finished deal"),
    "host_no_record": N_("the host didn't send the file for the finished match"),
    "host_no_answer": N_("the host didn't answer your move"),
    "host_nonsense": N_("the host sent something that makes no sense"),
}
"""The English texts of refusals and of faults found in a record, by code."""

PLACE_MESSAGES: Final = {"action_of_deal": N_("deal {deal}, action {action}: "), "field": N_("{path}: ")}
"""The English texts of places, which precede the text of a refusal."""

KIND_NAMES: Final = {
    "int": N_("a whole number"), "float": N_("a number"), "str": N_("text"), "bool": N_("true or false"),
    "array": N_("a list"), "object": N_("a group of values"), "null": N_("nothing"),
}  # fmt: skip
"""The names of the types in the messages of a validator."""


def describe_error(error: BaseException) -> str:
    """Return one line for the user about ``error``, in the player's language.

    An `InputError` gives its places and its reason, an `IllegalActionError` its action and the reason. Others give
    their own text, or their type if they have none.
    """
    if isinstance(error, IllegalActionError):
        names = tuple(_("seat {seat}").format(seat=seat) for seat in range(MAX_SEATS))
        if isinstance(error.action, Deal):
            return format_reason(error.reason, names)
        return format_refusal(error.action, error.reason, names)
    if not isinstance(error, InputError):
        return str(error) or type(error).__name__
    return "".join(map(describe_problem, (*error.places, error.reason)))


def describe_problem(reason: Reason) -> str:
    """Return the text of a reason: of an `InputError`, of its place, or of a fault found in a record."""
    if reason.code == "refused_action":
        return format_refusal(reason.values["action"], reason.values["why"], reason.values["names"])
    template = ERROR_MESSAGES.get(reason.code) or PLACE_MESSAGES.get(reason.code)
    if template is None:
        return format_reason(reason, ())
    return _(template).format(**{key: _format_value(key, value) for key, value in reason.values.items()})


def _format_value(key: str, value: Any) -> object:
    if isinstance(value, Reason):
        return describe_problem(value)
    if key == "game":
        return _(GAMES[value].title)
    if key in ("kind", "other"):
        return _(" or ").join(_(KIND_NAMES.get(kind, kind)) for kind in value)
    return value
