"""The full-screen terminal, built with Textual."""
