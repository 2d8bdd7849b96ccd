"""Services that work beside the scenes: files, sounds, analyses, abandoned matches."""
