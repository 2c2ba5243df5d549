"""Engine processes that search and analyse for the server, and the fair queue in front of them."""
