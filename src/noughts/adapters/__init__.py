"""Adapters let other libraries play the games of noughts. Each needs the library it is named after.

- `noughts.adapters.boards`: thousands of games at once in NumPy arrays
- `noughts.adapters.gymnasium`: environments for Gymnasium, one game or a batch
- `noughts.adapters.pettingzoo`: an environment for PettingZoo with two agents
- `noughts.adapters.openspiel`: games for OpenSpiel, and its states as positions
"""


def register_gymnasium() -> None:
    """Register the environment of `noughts.adapters.gymnasium`. Gymnasium calls this when it is imported."""
    import gymnasium

    name, module = "noughts/TicTacToe-v0", "noughts.adapters.gymnasium"
    if name not in gymnasium.registry:
        gymnasium.register(name, f"{module}:TicTacToe", vector_entry_point=f"{module}:TicTacToeVector")
