"""Alembic runs this file to apply the migrations, on the connection of `migrate` and within its transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transaction_per_migration=False)
context.run_migrations()
