"""The first schema, with games and their keys."""

import sqlalchemy as sa
from alembic import op

revision = "noughts_1"
down_revision = None


def upgrade() -> None:
    """Create the tables. On PostgreSQL, a trigger notifies all listeners of every change when it is committed."""
    op.create_table(
        "games",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("series", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("moves", sa.Text, nullable=False),
        sa.Column("undone", sa.Text, nullable=False),
        sa.Column("x_name", sa.Text, nullable=False),
        sa.Column("x_level", sa.Text, nullable=False),
        sa.Column("o_name", sa.Text, nullable=False),
        sa.Column("o_level", sa.Text, nullable=False),
        sa.Column("linked", sa.Boolean, nullable=False),
        sa.Column("offer", sa.Text, nullable=False),
        sa.Column("offered_by", sa.Text, nullable=False),
        sa.Column("next", sa.Text, nullable=False),
        sa.Column("score_x", sa.Integer, nullable=False),
        sa.Column("score_o", sa.Integer, nullable=False),
        sa.Column("score_drawn", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("search", sa.Text, nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("role", sa.Text, primary_key=True),
        sa.CheckConstraint("role IN ('x', 'o', 'own', 'watch')", name="keys_role"),
    )
    op.create_index("keys_game", "keys", ["game"])
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            """
            CREATE FUNCTION noughts_tell() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF TG_OP = 'DELETE' THEN
                    PERFORM pg_notify('noughts', OLD.id || ' 0');
                ELSE
                    PERFORM pg_notify('noughts', NEW.id || ' ' || NEW.version);
                END IF;
                RETURN NULL;
            END $$
            """
        )
        op.execute(
            """
            CREATE TRIGGER noughts_tell AFTER INSERT OR UPDATE OR DELETE ON games
            FOR EACH ROW EXECUTE FUNCTION noughts_tell()
            """
        )
