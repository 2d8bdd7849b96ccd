"""What goes on beside the scenes: files, sounds, analysis, abandoned matches."""
