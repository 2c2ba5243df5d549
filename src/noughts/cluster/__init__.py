"""Prove who wins a large game in many small jobs, on several processes or machines. A crash loses no finished job.

- `job`: a question about one position, which a worker answers within a budget of nodes
- `tree`: which question to ask next, by proof-number search, and how answers combine into proofs
- `ledger`: the SQLite file that stores every answer
- `driver`: hands out jobs, and checks and stores the answers
- `executor`: where jobs run
- `processes`: processes of this machine, which are replaced if they die
- `estimate`: how large a run will be
- `lemmas`: checks a proof that relies on other proofs
- `manifest`: writes the finished proof as a list of lemmas, and checks it
"""
