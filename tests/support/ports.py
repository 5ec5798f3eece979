"""Loopback sockets."""

import socket


def listening_socket() -> socket.socket:
    """A listening socket on a free port of 127.0.0.1, for a server process to take over."""
    return socket.create_server(("127.0.0.1", 0), backlog=2048)


def free_port() -> int:
    """A port that was free a moment ago, for programs that cannot take over a socket."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port
