"""Tables of figures on standard output."""

from __future__ import annotations


def print_row(name: str, *values: str) -> None:
    """One line of the table."""
    print(f"{name:<52}" + "".join(f"{value:>16}" for value in values), flush=True)


def print_header(name: str, *columns: str) -> None:
    """A line of headings after an empty one."""
    print()
    print_row(name, *columns)
    print("-" * (52 + 16 * len(columns)), flush=True)


def get_percentile(values: list[float], share: float) -> float:
    """The value that so great a share of them does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(share * len(ordered)))]
