"""How long the pictures take, in seconds at speed 1: the one place for it."""

from __future__ import annotations

from typing import Final

DEAL_CARD: Final = 0.22
DEAL_GAP: Final = 0.07
TURN_UP: Final = 0.35
PLAY: Final = 0.28
TRICK_SHOWN: Final = 0.9
GATHER: Final = 0.22
TAKE: Final = 0.34
DRAW: Final = 0.26
DRAW_GAP: Final = 0.12
SWAP: Final = 0.45
SHOW_HAND: Final = 0.4
SIGN_SHOWN: Final = 1.6
CALL_SHOWN: Final = 0.7
ANNULLED_SHOWN: Final = 2.5
DEALER_CARD: Final = 0.3
DEALER_SHOWN: Final = 1.1
MOMENT_SHOWN: Final = 2.6
"""A moment, shown large over the table."""
MOMENT_COMES: Final = 0.25
MESSAGE_SHOWN: Final = 4.0
LIFT_RATE: Final = 14.0
"""How quickly a card lifts under the pointer: the share of the way done in a second, continuously."""
LATE: Final = 2.0
"""So many times quicker goes what is shown again to somebody who was away."""
COMPUTER_PACE: Final = 0.55
"""What a computer player takes at least, so that every one of its turns looks alike."""
