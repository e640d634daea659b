"""Questions in files: one module a format, readers that return drafts and say what is wrong by row,
writers that take drafts. `reading.read` finds the format out; `formats.write` writes one.

Nothing here touches the database; `quizzes.imports` does that.
"""
