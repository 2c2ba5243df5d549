"""Middleware in front of the application: host names, origins, rate limits, body limits and logs."""
