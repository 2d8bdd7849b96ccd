"""Findings of the analyses of a match, stored with the match so that no choice is judged twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from game.analysis.model import JUDGE_VERSION, Finding
from game.rules import GAMES
from game.session.encoding import MessageDecoder, MessageError, to_plain

TOLD_FINDINGS_KEY: Final = "told_findings"
"""The key of the note with the findings on choices that the person was warned of, also on those taken back."""


class _Findings(msgspec.Struct, frozen=True):
    findings: tuple[Finding, ...]


def encode_findings(findings: tuple[Finding, ...]) -> Mapping[str, Any]:
    """Return findings as they are stored, for `parse_findings`."""
    return {"judge": JUDGE_VERSION, **to_plain(_Findings(findings))}


def parse_findings(stored: Any, game_id: str) -> tuple[Finding, ...]:
    """Return stored findings; none if they are damaged, or of another version of the judge."""
    if not isinstance(stored, dict) or stored.get("judge") != JUDGE_VERSION or game_id not in GAMES:
        return ()
    try:
        return MessageDecoder(GAMES[game_id]).decode(msgspec.json.encode(stored), _Findings).findings
    except MessageError:
        return ()
