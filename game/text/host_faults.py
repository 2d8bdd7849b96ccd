"""The faults of a host, as a sentence for the player."""

from __future__ import annotations

from typing import Final

from game.core.messages import N_, Reason
from game.text.gettext import _

_CHANGED_SHUFFLE: Final = N_("It changed the shuffle after showing it.")
_NO_WORDS: Final = N_("It shuffled without the players' input, so it could have chosen the cards.")
_CLOSED_SHUFFLE: Final = N_("It didn't show how the cards were shuffled, so nobody can check them.")
_OTHER_PACK: Final = N_("It didn't deal the cards as shuffled.")
_OTHER_VIEW: Final = N_("It showed you something that didn't happen.")
HOST_FAULT_SENTENCES: Final = {
    "host_second_seal": _CHANGED_SHUFFLE,
    "host_other_words": _CHANGED_SHUFFLE,
    "word_does_not_fit": _CHANGED_SHUFFLE,
    "rounds_not_allowed": _CHANGED_SHUFFLE,
    "seal_does_not_fit": _CHANGED_SHUFFLE,
    "words_missing": _NO_WORDS,
    "not_sealed": _NO_WORDS,
    "not_revealed": _CLOSED_SHUFFLE,
    "deal_fairness_damaged": _CLOSED_SHUFFLE,
    "match_fairness_damaged": _CLOSED_SHUFFLE,
    "host_no_deal": _CLOSED_SHUFFLE,
    "pack_not_of_seed": _OTHER_PACK,
    "pack_not_of_code": _OTHER_PACK,
    "timeout_card_not_of_key": _OTHER_PACK,
    "other_dealer_drawn": _OTHER_PACK,
    "host_other_cards": _OTHER_VIEW,
    "host_other_view": _OTHER_VIEW,
    "host_went_back": N_("It withdrew something it had shown."),
    "host_other_dealer": N_("It was another player's turn to deal."),
    "host_other_record": N_("The match file it sent isn't from the match you played."),
    "host_other_table": N_("The match's rules or players aren't the ones you agreed to."),
    "host_acted_for_you": N_("It played for you without being asked."),
    "host_lost_action": N_("It accepted your move but didn't play it."),
    "host_refused_action": N_("It refused a move that the rules allow."),
    "host_no_record": N_("It didn't send the file for the finished match."),
    "host_no_answer": N_("It didn't respond to your move."),
    "host_nonsense": N_("It sent data that no fair host would send."),
}
"""The sentences for players, by the code of the fault."""


def describe_host_fault(name: str, fault: Reason) -> str:
    """Return what the host called ``name`` did against the rules; ``fault``: that of a `GuestClient`."""
    number, code = fault.values["number"], fault.values["fault"].code
    sentence = _(HOST_FAULT_SENTENCES[code])
    if number:
        text = _("The host {name} isn't playing fair. Deal {number}: {sentence}")
        return text.format(name=name, number=number, sentence=sentence)
    return _("The host {name} isn't playing fair. {sentence}").format(name=name, sentence=sentence)
