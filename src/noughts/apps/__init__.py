"""The applications: the terminal program, the web page, and the notebook board."""
