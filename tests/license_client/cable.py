"""A network cable between a tool and its server: it can be pulled out and put back."""

import contextlib
import socket
import threading
from collections.abc import Iterator


class Cable:
    """Forwards TCP from `port` while it is in."""

    def __init__(self, to_port: int) -> None:
        self._to_port = to_port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._open: list[socket.socket] = []
        self._is_in = True
        threading.Thread(target=self._accept, daemon=True).start()

    def pull(self) -> None:
        """Open connections break, and no new one is accepted."""
        self._is_in = False
        self._close_all()

    def plug_in(self) -> None:
        self._is_in = True

    def close(self) -> None:
        self.pull()
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                if not self._is_in:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._to_port))
                self._open += [near, far]
                for pair in ((near, far), (far, near)):
                    threading.Thread(target=self._pump, args=pair, daemon=True).start()

    @staticmethod
    def _pump(source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)

    def _close_all(self) -> None:
        while self._open:
            one = self._open.pop()
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()


@contextlib.contextmanager
def cable_to(port: int) -> Iterator[Cable]:
    cable = Cable(port)
    try:
        yield cable
    finally:
        cable.close()
