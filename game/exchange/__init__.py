"""Files that people give each other: records of matches and rule sets."""
