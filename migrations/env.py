"""Alembic's entry: it is always run by `app.store.migrate`, which hands over a connection."""

from alembic import context

from app.decks import models as deck_models  # noqa: F401 - tables register themselves
from app.designer import models as design_models  # noqa: F401
from app.live import models as live_models  # noqa: F401
from app.matches.storage import models as match_models  # noqa: F401
from app.notices import models as notice_models  # noqa: F401
from app.ops import models as ops_models  # noqa: F401
from app.players import models as player_models  # noqa: F401
from app.practice import models as practice_models  # noqa: F401
from app.puzzles import models as puzzle_models  # noqa: F401
from app.replay import models as replay_models  # noqa: F401
from app.store.database import metadata

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    render_as_batch=connection.dialect.name == "sqlite",  # SQLite alters a table by copying it
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
