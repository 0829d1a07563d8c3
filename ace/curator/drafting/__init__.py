"""How the curator without a model drafts: from remedies it knows, from conditions found, from rules that can go."""
