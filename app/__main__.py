"""The site's commands: `python -m app serve`, `check`, `admin`, `health`, `backup`, `backup-folder` and `restore`. The
installed package calls itself `clash-of-decks`."""

import argparse
import gc
import sys
import urllib.error
import urllib.request
from pathlib import Path

from app.base.version import VERSION


def healthy(port: int) -> bool:
    """True if a server on this machine answers at /healthz.

    The check of the container image, which has no curl.
    """
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=3) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, TimeoutError, ConnectionError):
        return False


def parser(program: str = "python -m app") -> argparse.ArgumentParser:
    result = argparse.ArgumentParser(prog=program, description="Clash of Decks in the browser.")
    result.add_argument("--env-file", type=Path, metavar="FILE", help="take the site's settings from this file")
    result.add_argument("--version", action="version", version=f"Clash of Decks {VERSION}")
    commands = result.add_subparsers(dest="command", required=True)
    run = commands.add_parser("serve", help="serve the site; settings are environment variables CLASH_…")
    run.add_argument("--host", default="127.0.0.1")
    run.add_argument("--port", type=int, default=8000)
    run.add_argument("--fd", type=int, help="take over this listening socket instead of opening one")
    health = commands.add_parser("health", help="succeed if the server on this machine is alive")
    health.add_argument("--port", type=int, default=8000)
    commands.add_parser("check", help="check everything that the site needs, and print one table")
    commands.add_parser("admin", help="say where the admin page is, with a password for it where none is set")
    back = commands.add_parser("backup", help="write everything to a file, while the site is running")
    back.add_argument("file", metavar="FILE", help="where to; - for standard output")
    back.add_argument("--force", action="store_true", help="replace a file that is there")
    folder = commands.add_parser(
        "backup-folder",
        help="write a backup into a folder, try to restore it, delete old ones; while the site is running",
    )
    folder.add_argument("file", metavar="FOLDER", help="where to; only clash-*.backup is ever deleted there")
    folder.add_argument("--days", type=int, default=7, help="keep the newest of each of this many days (7)")
    folder.add_argument("--weeks", type=int, default=4, help="and of each of this many weeks (4)")
    forth = commands.add_parser("restore", help="restore a backup, while the site is stopped")
    forth.add_argument("file", metavar="FILE", help="the backup; - for standard input")
    forth.add_argument("--force", action="store_true", help="replace everything in a database that is not empty")
    forth.add_argument(
        "--new", action="store_true", help="make the data folder and the database, where they are not there"
    )
    return result


def main(arguments: list[str] | None = None, program: str = "python -m app") -> int:
    """Run one command; returns the exit code. `program` is what the reader of its help types."""
    options = parser(program).parse_args(arguments)
    if options.command == "health":
        return 0 if healthy(options.port) else 1
    if options.env_file is not None:
        from app.base.settings import SettingsError, read_file

        try:
            read_file(options.env_file)
        except SettingsError as error:
            sys.stderr.write(f"{error}\n")
            return 1
    if options.command == "check":
        from app.site.ops import check

        return check.run()
    if options.command == "admin":
        from app.site.ops.commands import show_admin

        return show_admin()
    if options.command == "backup-folder":
        from app.site.ops.commands import run_rotation

        return run_rotation(options.file, days=max(1, options.days), weeks=max(0, options.weeks))
    if options.command == "backup":
        from app.site.ops.commands import run_backup

        return run_backup(options.file, force=options.force)
    if options.command == "restore":
        from app.site.ops.commands import run_restore

        return run_restore(options.file, force=options.force, new=options.new)
    gc.disable()  # modules make next to no garbage, and searching them takes a fifth of a start; see GarbageSearch
    from app.site.server import serve  # here, so that the health check, run every few seconds, need not load the site

    return serve(options.host, options.port, options.fd)


if __name__ == "__main__":
    sys.exit(main())
