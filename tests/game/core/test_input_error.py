"""A refused input is a code with values and places; its text is for the log."""

from __future__ import annotations

import copy

from game.core.messages import InputError, Reason

ERROR = InputError(
    "no_record",
    Reason("action_of_deal", {"deal": 3, "action": 5}),
    fault=Reason("too_many_deals", {"most": 2000}),
    count=3000,
)


def test_text_of_an_error_has_places_code_and_values() -> None:
    assert str(ERROR) == "action_of_deal deal=3 action=5: no_record fault=(too_many_deals most=2000) count=3000"
    assert str(InputError(Reason("not_json"))) == "not_json"


def test_copied_error_keeps_reason_and_places() -> None:
    """Check `copy.copy` of an error, which builds it as pickle does between processes."""
    copied = copy.copy(ERROR)
    assert (type(copied), copied.reason, copied.places) == (InputError, ERROR.reason, ERROR.places)
