"""What is kept on the disk: files, locks, the database of matches."""
