"""Store the clocks of games by link."""

import sqlalchemy as sa
from alembic import op

revision = "noughts_6"
down_revision = "noughts_5"


def upgrade() -> None:
    """Add the columns for clocks. Existing games have no clocks."""
    op.add_column("games", sa.Column("clock", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("x_left", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("o_left", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("since", sa.BigInteger, nullable=False, server_default="0"))
