"""The pages of a class for the teacher, the pupils and a projector."""
