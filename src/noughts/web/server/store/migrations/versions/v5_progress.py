"""Store the progress of visitors with puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "noughts_5"
down_revision = "noughts_4"


def upgrade() -> None:
    """Create the table of puzzle progress."""
    op.create_table(
        "progress",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
    )
