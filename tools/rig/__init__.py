"""The rig of `make load`, `make drills` and the tests: real workers with their database, and guests who play."""
