"""The commands of `noughts`, one in each file, in folders by purpose."""
