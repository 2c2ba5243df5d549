"""What pages ask of engines, on every host: the tasks, their answers, and the service that caches them."""
