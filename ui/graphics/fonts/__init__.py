"""Text in any script: fonts for each character, the visual order of letters, and a font that draws every text."""
