"""Tables of figures on standard output."""

from __future__ import annotations


def print_row(name: str, *values: str) -> None:
    """Print a line of a table."""
    print(f"{name:<52}" + "".join(f"{value:>16}" for value in values), flush=True)


def print_header(name: str, *columns: str) -> None:
    """Print the header of a table, after an empty line."""
    print()
    print_row(name, *columns)
    print("-" * (52 + 16 * len(columns)), flush=True)


def get_percentile(values: list[float], share: float) -> float:
    """Return the value below which about ``share`` of the values are, 0 to 1.

    ``values``: in any order, at least one. Raise IndexError if there are none.
    """
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(share * len(ordered)))]
