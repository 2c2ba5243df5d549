"""Functions of the operating system that noughts needs: files, folders, signals and child processes."""
