"""What a draft may say: the words rules are written in, the actions they name, what they ask of them."""
