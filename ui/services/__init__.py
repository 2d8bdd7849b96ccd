"""Services that work beside the scenes: files, sounds, analyses, matches that people have left."""
