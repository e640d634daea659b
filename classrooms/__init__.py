"""A lesson: sessions, participants, rounds, answers, reports, clean-up."""
