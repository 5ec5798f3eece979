"""Loopback sockets."""

import socket
import sys


def listening_socket() -> socket.socket:
    """Return a listening socket on a free port of 127.0.0.1, for a server process to take over."""
    return socket.create_server(("127.0.0.1", 0), backlog=2048)


class ReservedPort:
    """A port of 127.0.0.1 for a program that cannot take over a socket.

    Until it is closed the port is bound, so that the system gives it to no other program and to no connection that
    begins here, also while its own program is down. Nobody listens: connections are refused.
    """

    def __init__(self) -> None:
        self._socket = socket.socket()
        # Servers listen with this option, too, and on Linux two such sockets share an address while only one listens.
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.bind(("127.0.0.1", 0))
        self.number: int = self._socket.getsockname()[1]
        if sys.platform != "linux":
            self.close()  # elsewhere the program would find it taken: that it was free a moment ago must be enough

    def close(self) -> None:
        """Let go of the port."""
        self._socket.close()
