"""How strong the computer players are, measured against their targets.

`contests` declares what is played and what it must show, `playing` plays a pack of it, `figures` makes an
interval and a verdict of many packs, `command` is the command line: ``python -m tools.tournament --help``.
"""
