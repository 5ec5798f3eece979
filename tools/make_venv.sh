#!/bin/sh
# Make the virtual environment "$1" with a suitable Python of this machine; PYTHON=… chooses another. One that was built
# with profile-guided optimisation comes first: without it pages cost a sixth more and the engine up to a third.
set -eu
suits() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
has_venv() { "$1" -c 'import venv, ensurepip' >/dev/null 2>&1; }
build="$(dirname "$0")/python_build.py"
chosen="" without_venv=""
for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python /usr/bin/python3 /usr/local/bin/python3}; do
  suits "$candidate" || continue
  if ! has_venv "$candidate"; then without_venv=${without_venv:-$candidate}; continue; fi
  if "$candidate" "$build" >/dev/null; then chosen=$candidate; break; fi
  chosen=${chosen:-$candidate}
done
if [ -z "$chosen" ] && [ -n "$without_venv" ]; then
  echo "$without_venv has no venv module: install it first (on Debian and Ubuntu: apt install python3-venv)." >&2
  exit 1
fi
if [ -z "$chosen" ]; then
  echo "Python 3.11 or newer is needed, and ${PYTHON:-python3} is not: install it, or name it with make PYTHON=/path/to/python." >&2
  exit 1
fi
echo "Using $("$chosen" "$build")"
if ! "$chosen" -m venv "$1"; then
  rm -rf "$1"
  echo "$chosen could not make a virtual environment in $1: see its message above." >&2
  exit 1
fi
