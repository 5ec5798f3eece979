"""The Python that runs this, and whether it was built with profile-guided optimisation, for figures and make_venv.sh.

Pages cost a sixth more without it, and the engine up to a third.
"""

import sys
import sysconfig


def is_optimised() -> bool:
    """True if this Python was built with profile-guided optimisation.

    Debian and Ubuntu build theirs so by rules of their own, which leave no trace in CONFIG_ARGS.
    """
    asked = "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or "")
    return asked or "deb_system" in sysconfig.get_scheme_names()


def described() -> str:
    """Return the version and the build in words."""
    return f"Python {sys.version.split()[0]} ({'optimised' if is_optimised() else 'not optimised'})"


if __name__ == "__main__":
    print(f"{described()}, {sys.executable}")
    sys.exit(not is_optimised())
