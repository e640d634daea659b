"""A load client of our own: one lesson with made-up students, and what came of every answer."""
