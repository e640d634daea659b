"""What readers say is wrong on a page or in a question, and what an editor makes of it."""
