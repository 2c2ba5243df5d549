"""Engine protocols: the levels as engines for match managers, and other people's engines as players.

- `noughts.apps.engines.gomocup`: a level as an engine that speaks Gomocup's protocol
- `noughts.apps.engines.ugi`: a level as an engine that speaks the Universal Game Interface (UGI)
- `noughts.apps.engines.search`: the timed search behind both
- `noughts.apps.engines.driver`: runs another engine and plays its moves
- `noughts.apps.engines.protocols`: asks another engine for a move, in the protocol that it speaks
- `noughts.apps.engines.conversation`: the pipes to another engine
"""
