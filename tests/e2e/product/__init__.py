"""A customer's product, made with the packages of the browser, with an address of its own."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import mkdtemp
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

WEB = Path(__file__).parents[3] / "web"
SOURCE = Path(__file__).with_name("product.tsx")
PAGE = """<!doctype html><html lang="en"><title>Product</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/files/product.css">
<script type="application/json" id="provider">%s</script>
<script type="application/json" id="login">%s</script>
<div id="root"></div><script type="module" src="/files/product.js"></script></html>"""


@cache
def bundled() -> Path:
    """Built once for all tests of a run."""
    folder = Path(mkdtemp(prefix="product-"))
    subprocess.run(
        [WEB / "node_modules/.bin/esbuild", SOURCE, "--bundle", "--splitting", "--format=esm",
         f"--outdir={folder / 'files'}", "--jsx=automatic", "--loader:.woff2=file",
         '--define:process.env.NODE_ENV="production"', "--log-level=error"],
        env={"NODE_PATH": str(WEB / "node_modules"), "PATH": "/usr/bin:/bin"}, check=True,
    )  # fmt: skip
    return folder


class Server(ThreadingHTTPServer):
    request_queue_size = 128  # a browser asks for all parts at once


@contextmanager
def product(url: str, login: dict[str, Any] | None = None, **provider: Any) -> Iterator[str]:
    """Where it is. Every path is its page, with these options of the provider and of the sign-in pages."""
    page = PAGE % (json.dumps({"baseUrl": url, **provider}), json.dumps(login or {}))

    class Handler(SimpleHTTPRequestHandler):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given, directory=str(bundled()))

        def do_GET(self) -> None:
            if urlsplit(self.path).path.startswith("/files/"):
                return super().do_GET()
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())
            return None

        def log_message(self, *_: Any) -> None:
            """The tests say what they saw."""

    # It stays until the process ends: a page may still ask for a part of its script when a test is over.
    server = Server(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}"
