"""The web application to play, analyse and explore games, alone or with a friend. Needs the ``[web]`` extra."""
