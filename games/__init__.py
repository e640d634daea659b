"""Game tables and the games that are played at them."""
