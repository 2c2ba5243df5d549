"""The database: every change is durable before it is acknowledged."""
