"""A refused input is a code with values and places; its text is a sentence."""

from __future__ import annotations

import copy

from game.core.messages import InputError, Reason

ERROR = InputError("no_record", Reason("action_of_deal", {"deal": 3, "action": 5}), fault=Reason("file_too_large"))


def test_text_of_an_error_is_a_sentence_with_its_places() -> None:
    assert str(ERROR) == "deal 3, action 5: not a match file (the file is too large)"
    assert str(InputError(Reason("not_json"))) == "the text is incomplete or not valid JSON"


def test_copied_error_keeps_reason_and_places() -> None:
    """Check `copy.copy` of an error, which builds it as pickle does between processes."""
    copied = copy.copy(ERROR)
    assert (type(copied), copied.reason, copied.places) == (InputError, ERROR.reason, ERROR.places)
