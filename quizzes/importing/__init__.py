"""Files of questions on their way into a deck: uploaded, read in the background, mended by row in
the browser, and saved only when their owner confirms. `quizzes.files` knows the formats."""
