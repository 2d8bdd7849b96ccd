"""The games themselves: rules, matches, records, players, storage. Knows nothing of windows."""
