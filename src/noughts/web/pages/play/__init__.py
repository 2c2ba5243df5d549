"""The pages on which people play games and see the list of their games."""
