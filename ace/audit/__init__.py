"""What backs each claim of an episode: citations that exist, words and numbers they share with it."""
