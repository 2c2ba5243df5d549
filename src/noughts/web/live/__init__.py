"""Live updates of pages, when games change and when people come or go."""
