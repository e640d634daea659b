"""Teachers' own decks: made or copied, changed, shared by address, proposed to the library.

They are held to less than the site's decks (`quizzes.review`): one language is enough, and neither
source nor link is asked for. A question is played as soon as nothing keeps it from being played;
there is no button to publish it.
"""
