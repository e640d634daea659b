"""Two tiny games that ask of a table all that real ones do."""
