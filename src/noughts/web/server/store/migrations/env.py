"""Apply the migrations when Alembic runs this file, within the transaction of `migrate`."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transaction_per_migration=False)
context.run_migrations()
