"""The values of the web application, such as games, roles and errors, without input or output."""
