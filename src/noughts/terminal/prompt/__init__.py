"""The prompt of `noughts play`."""
