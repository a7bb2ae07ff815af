"""HTTP servers on this machine that stand for services of others."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self


class LocalServer:
    """Listens on a port of its own while it is entered; `respond` says what it answers."""

    def __enter__(self) -> Self:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._respond(b"")

            def do_POST(self) -> None:
                self._respond(self.rfile.read(int(self.headers["content-length"])))

            def _respond(self, body: bytes) -> None:
                headers = {name.lower(): value for name, value in self.headers.items()}
                status, content = server.respond(self.path, headers, body)
                self.send_response(status)
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def respond(self, path: str, headers: dict[str, str], body: bytes) -> tuple[int, bytes]:
        """The status and the content of an answer; names of headers are in small letters."""
        raise NotImplementedError
