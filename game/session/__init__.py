"""A live match: its host, what a screen knows of it, computer seats, chat, clock and penalties."""
