"""Draws every card, back and icon of Tavolo Verde as small SVG files (`python -m tools.art.drawing`)."""
