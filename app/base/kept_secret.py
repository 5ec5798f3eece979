"""Secrets that the site makes for itself and keeps in its data folder."""

import os
import secrets
from collections.abc import Callable
from pathlib import Path


def kept_secret(path: Path, make: Callable[[], str]) -> str:
    """Return the secret in `path`, made on first use; workers that start at the same time all get the same one."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(make())
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)  # unlike a rename, fails when another worker was first
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text("utf-8").strip()
