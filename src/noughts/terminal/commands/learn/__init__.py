"""The commands that explain searches and games, and that make worksheets."""
