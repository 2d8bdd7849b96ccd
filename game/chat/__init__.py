"""What computer players say."""
