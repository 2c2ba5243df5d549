"""Explanations: why a move is good or bad, what decided a game, and how a search works, in words.

- `noughts.explain.reasons.reasons`: the reasons for and against a move, as data. `kinds` defines each kind of reason,
  `immediate_reasons` finds the reasons that need no search, and `sentences` puts them into words.
- `noughts.explain.review.review`: a review of a finished game. `summary` puts it into words.
- `noughts.explain.story.story`: a search told step by step. `build_story` runs the search and builds its story, or a
  part of it. `annotate` records what the search found in each state, and `steps` and `step_words` describe its steps.
- `noughts.explain.story.atlas`: every position that can follow, with its score, for trees too large to tell step by
  step.
- `noughts.explain.story.trace_format` and `noughts.explain.story.atlas_format`: stories and atlases as JSON.
- `noughts.explain.exercises.worksheet`: exercises for a class, with answers.
- `noughts.explain.exercises.practice`: what a move does, in simple words, for learners who try moves on a board.
"""
