#!/bin/sh
# Make the virtual environment "$1" with the newest suitable Python on this machine; PYTHON=… chooses another.
set -eu
suits() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

chosen=""
for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11 python}; do
  if suits "$candidate"; then chosen=$candidate; break; fi
done
if [ -z "$chosen" ]; then
  echo "Python 3.11 or newer is needed, and ${PYTHON:-python3} is not: install it, or name it with make PYTHON=/path/to/python." >&2
  exit 1
fi
if ! "$chosen" -c 'import venv, ensurepip' >/dev/null 2>&1; then
  echo "$chosen has no venv module: install it first (on Debian and Ubuntu: apt install python3-venv)." >&2
  exit 1
fi
if ! "$chosen" -m venv "$1"; then
  rm -rf "$1"
  echo "$chosen could not make a virtual environment in $1: see its message above." >&2
  exit 1
fi
