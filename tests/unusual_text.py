"""Text that names and messages must survive: any character, and those that cause problems."""

from __future__ import annotations

from hypothesis import strategies as st

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=40)
"""All characters, also unassigned ones and surrogates."""
PROBLEM_CHARACTERS = [
    "\u200b",
    "\u00ad",
    "\u202e",
    "\0",
    "\ufeff",
    "\u2060",
    "\u034f",
    "\u3164",
    "\ufe0f",
    "\ud800",
    "\ue000",
    "\U000e0041",
    "\U0010ffff",
    "\u0378",
    "\x7f",
    "\u2028",
    "\u115f",
    "\ufffc",
    "\u061c",
]
