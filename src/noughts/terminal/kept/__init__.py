"""What the terminal keeps in files between runs, for line mode and for the full screen."""
