"""Middleware that checks host names, origins, rate limits and body lengths, and logs requests."""
