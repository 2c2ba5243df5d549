"""The web application: play, analyse and explore games, alone or with a friend. Needs the ``[web]`` extra."""
