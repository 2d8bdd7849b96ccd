"""Measure the strength of the computer players against their targets.

`contests` declares the contests and their goals, `playing` plays a pack of a contest, `figures` makes an interval and a
verdict of many packs, `command` is the command line: ``python -m tools.tournament --help``.
"""
