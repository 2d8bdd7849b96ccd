"""Catalogs of translations: they are updated from the code and compiled.

``python -m tools.translations`` updates ``assets/locale``: a new text is added to each catalog without a translation,
texts that are gone from the code are deleted, and the compiled catalogs are written again.
"""
