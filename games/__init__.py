"""The game tables and the games on them; the contract they share comes with the first game."""
