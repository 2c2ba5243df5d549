"""Browser tests. They need the Playwright package and an installed Chromium."""
