"""Files, folders, signals and child processes: what noughts asks of the operating system."""
