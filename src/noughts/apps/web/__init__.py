"""The web page: play, analyse, explore, with a friend far away. Needs the extra ``[web]``."""
