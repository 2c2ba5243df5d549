"""The HTML pages: routes, forms, templates and static files."""
