"""Storage on the disk: files, locks and the database of matches."""
