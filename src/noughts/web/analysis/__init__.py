"""The tasks that pages give to engines, their answers, and the service that caches the answers."""
