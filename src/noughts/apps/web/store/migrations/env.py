"""Alembic's way in: the steps run on the connection that `migrate` hands over, all in its one transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transaction_per_migration=False)
context.run_migrations()
