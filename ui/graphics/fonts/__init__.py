"""Text in any script: which font has a sign, in what order signs stand, and a font that never refuses a text."""
