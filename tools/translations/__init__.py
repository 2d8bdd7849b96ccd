"""The catalogues of the languages: what is to be said is taken from the code, what is said is compiled for it.

``python -m tools.translations`` brings ``assets/locale`` up to date with the code: a message that is new stands in each
catalogue without a translation, one that is gone is gone, and what is compiled agrees with what is written.
"""
