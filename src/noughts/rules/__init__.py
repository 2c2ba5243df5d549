"""Room 1, the rules: what is legal and who has won; no looking ahead, no input or output."""
