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
SEAL_SHOWN: Final = 0.7
MOMENT_SHOWN: Final = 2.6
"""A moment, shown large over the table."""
MOMENT_COMES: Final = 0.25
MESSAGE_SHOWN: Final = 4.0
TOAST_SHOWN: Final = 8.0
HOVER_REST: Final = 0.4
"""So long the pointer rests on a card before the card is named."""
HELD: Final = 0.6
"""So long a press is held before the card is shown large."""
LIFT_RATE: Final = 14.0
"""How quickly a card lifts under the pointer: the share of the way done in a second, continuously."""
LATE: Final = 2.0
"""So many times quicker goes what is shown again to somebody who was away."""
COMPUTER_PACE: Final = 0.7
"""What a computer player takes at least, about; the next five are shares of it."""
DECLARING: Final = 1.4
LEADING: Final = 1.15
FOLLOWING: Final = 0.85
LAST_CARD: Final = 0.5
UNEVEN: Final = 0.25
"""By so much a turn may be longer or shorter than the others."""
WITHOUT: Final = 3.0
"""So many times quicker it goes while all people are out of the auction or the deal."""
PLAY_ON: Final = 6.0
"""So many times quicker it goes when somebody wants to play on to his turn."""
