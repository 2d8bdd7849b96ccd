"""The words of a table for guests that know no game: they make a `Described` from what one guest has been told."""

from game.network.description.lobby import describe_lobby, describe_waiting
from game.network.description.match import describe_match
from game.network.description.table_news import TableNews

__all__ = ["TableNews", "describe_lobby", "describe_match", "describe_waiting"]
