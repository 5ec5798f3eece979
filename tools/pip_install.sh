#!/bin/sh
# Install what the lock file "$2" lists with the Python "$1". Hashes are checked, and ready-made wheels alone are taken,
# so that no package's own code runs meanwhile; but http-ece, which has none and is a file of Python, is built by the
# setuptools of requirements/pip.txt. FROM_SOURCE=1 builds what has no wheel for this machine.
set -eu
wheels="--only-binary=:all: --no-binary=http-ece --no-build-isolation"
[ -z "${FROM_SOURCE:-}" ] || wheels=""
if ! "$1" -m pip install --quiet --disable-pip-version-check --require-hashes $wheels -r "$2"; then
  echo "pip could not install $2, see above. If the network is there, a package has no ready-made wheel for this machine:" >&2
  echo "then FROM_SOURCE=1 make … builds it from its source, whose hash is known, too. That needs a compiler." >&2
  exit 1
fi
