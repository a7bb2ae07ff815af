"""A small server that speaks as much of Valkey's protocol (RESP) as counting takes, in its own thread."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

ANSWERS = {
    "HELLO": "%1\r\n+proto\r\n:3\r\n",
    "CLIENT": "+OK\r\n",
    "SELECT": "+OK\r\n",
    "EVALSHA": ":1\r\n",
}


class StoreServer(socketserver.ThreadingTCPServer):
    """`answers` overrides what is said to a command; `commands` has what was received, in order."""

    daemon_threads = True

    def __init__(self, answers: dict[str, str]) -> None:
        super().__init__(("127.0.0.1", 0), Conversation)
        self.answers = ANSWERS | answers
        self.commands: list[list[str]] = []

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.server_address[1]}"


class Conversation(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        server = cast("StoreServer", self.server)
        while head := self.rfile.readline():
            command = [self._read_text() for _ in range(int(head[1:]))]
            server.commands.append(command)
            self.wfile.write(server.answers[command[0].upper()].encode())

    def _read_text(self) -> str:
        length = int(self.rfile.readline()[1:])
        return self.rfile.read(length + 2)[:-2].decode()


@contextmanager
def store_server(**answers: str) -> Iterator[StoreServer]:
    with StoreServer(answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()
