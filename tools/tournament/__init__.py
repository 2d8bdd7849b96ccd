"""The arena: how strong the computer's players are, measured against what is asked of them.

``contests`` declares what is played and what it must show, ``playing`` plays a pack of it, ``figures`` makes an
interval and a verdict of many packs, ``command`` is the command line: ``python -m tools.tournament --help``.
"""
