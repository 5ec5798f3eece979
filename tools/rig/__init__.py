"""The rig of `make load`, `make faults` and the tests: real workers with their database, and guests who play."""
