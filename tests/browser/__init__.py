"""Tests in a browser: they need Playwright, which brings no browser of its own, and a Chromium on the machine."""
