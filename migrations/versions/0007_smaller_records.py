"""Uploaded records compressed, when they were last opened, and how much each address has sent in a day.

Revision ID: 0007
"""

from __future__ import annotations

import zlib
from collections.abc import Callable

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_records = sa.table("records", sa.column("id", sa.String), sa.column("record", sa.LargeBinary))


def upgrade() -> None:
    """Bring the tables up."""
    op.create_table(
        "upload_days",
        sa.Column("address", sa.String(32), nullable=False),
        sa.Column("day", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("bytes", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("address", "day", name="pk_upload_days"),
    )
    op.add_column("records", sa.Column("opened_at", sa.Double, nullable=False, server_default="0"))
    op.execute("UPDATE records SET opened_at = created_at")
    op.create_index("ix_records_opened_at", "records", ["opened_at"])
    _rewrite(zlib.compress)


def downgrade() -> None:
    """Take it back."""
    _rewrite(zlib.decompress)
    op.drop_index("ix_records_opened_at", "records")
    op.drop_column("records", "opened_at")
    op.drop_table("upload_days")


def _rewrite(change: Callable[[bytes], bytes]) -> None:
    """Rewrite each record in its other form, one at a time: all together may not fit into memory."""
    connection = op.get_bind()
    for record_id in connection.execute(sa.select(_records.c.id)).scalars().all():
        one = _records.c.id == record_id
        text = connection.execute(sa.select(_records.c.record).where(one)).scalar_one()
        connection.execute(sa.update(_records).where(one).values(record=change(bytes(text))))
