#!/bin/sh
# Install what the lock file "$2" lists with the Python "$1". Hashes are checked, and ready-made wheels alone are taken,
# so that no package's own code runs meanwhile; but http-ece, which has none and is a file of Python, is built by the
# setuptools of requirements/pip.txt. FROM_SOURCE=1 builds what has no wheel for this machine.
set -eu
wheels="--only-binary=:all: --no-binary=http-ece --no-build-isolation"
[ -z "${FROM_SOURCE:-}" ] || wheels=""
# What pip has to say is for people who have called pip themselves: only a failure is shown.
if ! said=$("$1" -m pip install --quiet --disable-pip-version-check --root-user-action ignore --require-hashes $wheels -r "$2" 2>&1); then
  echo "$said" >&2
  echo "pip could not install $2, see above. If the network is there, a package has no ready-made wheel for this machine:" >&2
  echo "then FROM_SOURCE=1 make … builds it from its source, whose hash is known, too. That needs a compiler." >&2
  exit 1
fi
