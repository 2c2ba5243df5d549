"""Game files: SGF, the format of Piskvork, and files with several games."""
