"""Refusals in the player's language: the place and the reason."""

from __future__ import annotations

from typing import Any, Final

from game.core.messages import N_, InputError, Reason
from game.rules import GAMES
from game.text.gettext import _
from game.text.messages import format_reason, format_refusal

ERROR_MESSAGES: Final = {
    # a value where another is expected
    "value_missing": N_("it is missing"),
    "value_not_known": N_("it is not known"),
    "value_not_offered": N_("{value} is none of the values that may stand there"),
    "value_not_valid": N_("it is not what should stand there"),
    "number_too_large": N_("the number is too large"),
    "not_json": N_("it is cut short or is no JSON text"),
    "nested_too_deeply": N_("it is nested too deeply"),
    "must_be_kind": N_("it must be {kind}"),
    "must_be_other_kind": N_("it must be {kind}, not {other}"),
    "too_few_signs": N_("it must have at least {n} signs"),
    "too_many_signs": N_("it must have at most {n} signs"),
    "other_sign_count": N_("it must have {n} signs"),
    "must_be_from": N_("it must be {kind} from {n}"),
    "must_be_up_to": N_("it must be {kind} up to {n}"),
    "must_be_above": N_("it must be {kind} above {n}"),
    "must_be_below": N_("it must be {kind} below {n}"),
    "must_be_exactly": N_("it must be {kind}, {n}"),
    "not_one_of": N_("{key}: {value} is not one of {known}"),
    # options and house rules
    "no_such_option": N_("option {name}: this game has no such option; it has {known}"),
    "option_not_offered": N_("option {name}: must be one of {values}, not {given}"),
    "option_out_of_range": N_("option {name}: must be a whole number from {low} to {high}, not {given}"),
    "rule_set_name": N_("name: must be 1 to {most} printable characters"),
    "rules_file_too_long": N_("these are no house rules (the file is longer than {most} bytes)"),
    "other_rules_format": N_("these are no house rules (the format is not {name})"),
    "other_rules_version": N_("these rules are of version {theirs}; this program reads version {ours}"),
    # how a match begins
    "other_options": N_("options: must be those of {game}"),
    "other_seat_count": N_("seats: {game} is played by {counts}, not by {count}"),
    "other_first_dealer": N_("first_dealer: must be from 0 to {last}, not {named}"),
    # an action as text
    "no_action_form": N_("{text} is not an action (a seat, a verb, arguments)"),
    "unknown_verb": N_("{text} is not a verb of this game; it has {verbs}"),
    "too_many_words": N_("{text} has more words than {verb} takes"),
    "no_action": N_("{text} is not an action: {fault}"),
    "written_otherwise": N_("{text} is written {action}"),
    # a record
    "no_record": N_("this is no record of a match ({fault})"),
    "file_too_large": N_("the file is too large"),
    "other_record_format": N_("this is no record of a match (its format is not {name})"),
    "record_version": N_("version: must be a whole number from 1"),
    "newer_record_version": N_("this record is of version {theirs}; this program reads version {ours}"),
    "too_many_deals": N_("deals: a record has at most {most} of them, not {count}"),
    "too_many_actions": N_("deals: a record has at most {most} actions, not {count}"),
    "player_name": N_("seats[{seat}]: a name is 1 to {most} printable characters"),
    "other_dealer": N_("the dealer must be {due}, not {named}"),
    "faulty_pack": N_("the pack: {fault}"),
    "no_judge": N_("nobody can judge {game}"),
    # a deal code
    "code_too_long": N_("a deal code is not so long"),
    "code_too_short": N_("the deal code is too short: its end is missing"),
    "code_first_letter": N_("letter 1: a deal code begins with one of {letters}"),
    "code_seat_count": N_("letter 2: {game} is played by {counts}"),
    "code_letter": N_("letter {at}: {letter!r} is no letter of deal codes"),
    "code_ends_before": N_("letter {at}: the deal code ends before it"),
    "code_mistyped": N_("a letter of the deal code is wrong or left out, or two have changed places"),
    # what a record does not prove
    "match_fairness_damaged": N_("what it says of all its deals under fairness is damaged"),
    "deal_fairness_damaged": N_("what it says under fairness is damaged"),
    "problem_of_draw": N_("the draw for the first deal: {fault}"),
    "problem_of_deal": N_("deal {number}: {fault}"),
    "nothing_to_prove": N_("no deal of it is over: there is nothing to prove yet"),
    "other_dealer_drawn": N_("another seat than the first dealer drew the highest card"),
    "pack_not_of_code": N_("the pack is not the one that its deal code gives"),
    "pack_not_of_seed": N_("the pack is not the one that its seed gives"),
    "not_sealed": N_("it was not sealed"),
    "not_revealed": N_("its seed and salt are not revealed"),
    "seal_does_not_fit": N_("the seal does not fit its seed, salt and word"),
}
"""The English texts of refusals and of faults found in a record, by code."""

PLACE_MESSAGES: Final = {"action_of_deal": N_("deal {deal}, action {action}: "), "field": "{path}: "}
"""The English texts of places, which precede the text of a refusal."""

KIND_NAMES: Final = {
    "int": N_("a whole number"), "float": N_("a number"), "str": N_("a text"), "bool": N_("true or false"),
    "array": N_("a list"), "object": N_("a group of values"), "null": N_("nothing"),
}  # fmt: skip
"""The names of the types in the messages of a validator."""


def describe_error(error: BaseException) -> str:
    """Return one line for the user about ``error``, in the player's language.

    An `InputError` gives its places and its reason. Others give their own text, or their type if they have none.
    """
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
