"""What stands in front of the application: host names, origins, rate limits, bounded bodies, logs."""
