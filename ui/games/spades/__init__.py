"""The presentation of Spades."""
