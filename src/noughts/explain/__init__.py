"""Room 5, why: what a position means, in the words a person uses.

- `noughts.explain.reasons`: why a move is good or bad, as data; `kinds` defines each kind, `seen` and `threats` find
  those that need no search
- `noughts.explain.sentences`: the same in words
- `noughts.explain.review`: a game gone through afterwards; `summary` says it in words
- `noughts.explain.story`: a search told step by step; `telling` makes it: `judged` says what the search found in every
  state, `steps` and `step_words` tell its steps in the words of the pseudocode
- `noughts.explain.atlas`: all positions after a position with their scores, where a tree is too large to be told
- `noughts.explain.trace_format`, `noughts.explain.atlas_format`: both as JSON
"""
