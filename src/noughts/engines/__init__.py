"""Engine protocols: the levels as engines for match managers, and other people's engines as players.

- `noughts.engines.gomocup`: a level as an engine that speaks Gomocup's protocol
- `noughts.engines.ugi`: a level as an engine that speaks the Universal Game Interface (UGI)
- `noughts.engines.search`: the timed search behind both
- `noughts.engines.driver`: runs another engine and plays its moves
- `noughts.engines.protocols`: asks another engine for a move, in the protocol that it speaks
- `noughts.engines.conversation`: the pipes to another engine
"""
