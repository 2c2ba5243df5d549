"""Room 5, why: what a position means, in the words a person uses.

- `noughts.explain.reasons`: why a move is good or bad, as data; `kinds` defines each kind, `seen` and `threats` find
  those that need no search
- `noughts.explain.sentences`: the same in words
- `noughts.explain.review`: a game gone through afterwards; `summary` says it in words
- `noughts.explain.story`: a search told step by step; `noughts.explain.telling` makes it
"""
