"""The form of a question with its choices and preview, for the admin and for teachers."""
