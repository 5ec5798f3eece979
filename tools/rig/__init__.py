"""What `make load` and `make faults` share: real workers with their database, and guests who play through sockets."""
