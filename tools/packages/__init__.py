"""The engine, and environments for learning around it, as packages that can be installed on their own."""
