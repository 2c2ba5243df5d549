"""The values of the web application: games, set-ups, roles and errors. No input or output."""
