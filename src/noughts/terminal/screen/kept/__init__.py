"""What the full screen keeps in files."""
