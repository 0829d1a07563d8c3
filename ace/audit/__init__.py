"""What each claim of an episode cites, and the words and numbers it shares with that."""
