"""Displays around the cards: seats, deal information, banners, hints and marks."""
