"""Why a move is good or bad, in reasons and in sentences."""
