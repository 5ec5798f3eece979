"""Alembic's entry: it is always run by `app.base.store.migrate`, which hands over a connection."""

from alembic import context

from app.base.store.database import metadata

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,  # names constraints and indexes; the tables themselves need not be known
    render_as_batch=connection.dialect.name == "sqlite",  # SQLite alters a table by copying it
)
with context.begin_transaction():
    context.run_migrations()
