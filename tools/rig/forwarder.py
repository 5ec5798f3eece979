"""A network between two programs that can be cut: a forwarder of TCP connections on 127.0.0.1."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from typing import Final

from tools.rig.ports import listening_socket

PIECE: Final = 64 * 1024


class Forwarder:
    """Forwards every connection to its port, to another port of 127.0.0.1.

    While it is `cut`, bytes stay where they are and nobody is notified, as in a network that has lost a cable; once it
    is mended, the earlier connections are gone. `silence` does that to the present connections only. From `refuse` on
    every connection breaks at once.
    """

    def __init__(self, to: int) -> None:
        self._to = to
        self._listener = listening_socket()
        self.port: int = self._listener.getsockname()[1]
        self._flows = threading.Event()
        self._flows.set()
        self._silent: list[threading.Event] = []
        self._pairs: set[tuple[socket.socket, socket.socket]] = set()
        self._closed = False
        self._refuses = False
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Let nothing through any more."""
        self._flows.clear()

    def silence(self) -> None:
        """Let nothing through the present connections any more; new ones are served."""
        self._flows.clear()
        self._silent.append(self._flows)
        self._flows = threading.Event()
        self._flows.set()

    def refuse(self) -> None:
        """Break every connection, until it is mended."""
        self._refuses = True
        self._break_all()

    def mend(self) -> None:
        """Let everything through again; earlier connections break."""
        self._refuses = False
        self._break_all()
        for flows in (*self._silent, self._flows):
            flows.set()

    def _break_all(self) -> None:
        for pair in list(self._pairs):
            for end in pair:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """End it and its connections."""
        self._closed = True
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.mend()

    def _accept(self) -> None:
        while not self._closed:
            try:
                came, _ = self._listener.accept()
            except OSError:
                return
            if self._refuses:
                came.close()
                continue
            threading.Thread(target=self._serve, args=(came,), daemon=True).start()

    def _serve(self, came: socket.socket) -> None:
        flows = self._flows
        flows.wait()
        with came, contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self._to)) as there:
            pair = (came, there)
            self._pairs.add(pair)
            try:
                self._carry(*pair, flows)
            finally:
                self._pairs.discard(pair)

    def _carry(self, one: socket.socket, other: socket.socket, flows: threading.Event) -> None:
        """Carry bytes both ways until one side ends."""
        across = {one: other, other: one}
        while True:
            for ready in select.select(list(across), [], [])[0]:
                piece = ready.recv(PIECE)
                if not piece:
                    return
                flows.wait()
                across[ready].sendall(piece)
