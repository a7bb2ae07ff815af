"""Published clients in a page of a product's own."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

HERE = Path(__file__).parent
MODULES = Path(__file__).parents[3] / "web" / "node_modules"
STEPPED_UP_SECONDS = 300
VERSIONS = ("3.0.21", "4.0.30", "5.0.50", "6.0.48", "7.13.11")
# Those without React, by their page; all are of the newest generation.
OTHERS = {"js": "product.js", "vue": "product.vue.js", "angular": "product.angular.js"}
NEWEST = 7
BUILD_SECONDS = 60


@dataclass(frozen=True)
class Published:
    """A generation of the React package, or one of `OTHERS`; `folder` is where it is installed, with what it
    needs."""

    folder: Path
    version: str

    @property
    def generation(self) -> int:
        return NEWEST if self.version in OTHERS else int(self.version.partition(".")[0])

    def bundle(self, to: Path, page: str | None = None) -> Path:
        """As a product's own build would."""
        esbuild = shutil.which("esbuild", path=MODULES / ".bin")
        assert esbuild, "the web packages are not installed: make web"
        script = to / f"{self.version}.js"
        subprocess.run(
            [
                esbuild,
                HERE / (page or OTHERS.get(self.version, "product.jsx")),
                "--bundle",
                "--minify",
                f"--outfile={script}",
                "--loader:.js=jsx",
                "--main-fields=browser,module,main",
                "--supported:async-await=false",  # which Angular's zones do not see
                '--define:process.env.NODE_ENV="production"',
                "--define:process.env={}",
                "--define:global=window",
                "--log-level=error",
            ],
            env={"NODE_PATH": str(self.folder / "node_modules")},
            check=True,
            timeout=BUILD_SECONDS,
        )
        return script


class _Pages(BaseHTTPRequestHandler):
    page, script = b"", b""

    def do_GET(self) -> None:
        is_script = self.path == "/product.js"
        body = self.script if is_script else self.page
        self.send_response(HTTPStatus.OK)
        self.send_header("content-type", "text/javascript" if is_script else "text/html")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def product(
    script: Path,
    server: str,
    client_id: str,
    port: int = 0,
    *,
    has_box: bool = False,
    has_own_forms: bool = False,
) -> Iterator[str]:
    """A product's own address, in front of `server`; all paths there show its one page, with the client's own
    sign-in box, with forms of the product's own, or with our pages. A real one, since Chromium lets no page
    that it was merely handed call this machine."""
    options = {
        "contextOptions": {"baseUrl": server, "clientId": client_id},
        "authOptions": {"keepSessionAlive": True, "hostedLoginOptions": {"loadUserOnFirstLoad": True}},
        "steppedUpFor": STEPPED_UP_SECONDS,
        "hostedLoginBox": not has_box and not has_own_forms,
        "customLoginBox": has_own_forms,
        "lazyLoadAdminPortal": has_own_forms,
    }  # fmt: skip
    page = (
        '<!doctype html><link rel="icon" href="data:,"><div id="root"></div>'
        f"<script>window.PRODUCT = {json.dumps(options)}</script>"
        f"<script>{(HERE / 'boxes.js').read_text()}</script><script src='/product.js'></script>"
    )
    pages = type("Pages", (_Pages,), {"page": page.encode(), "script": script.read_bytes()})
    serving = ThreadingHTTPServer(("127.0.0.1", port), pages)
    thread = Thread(target=serving.serve_forever)
    thread.start()
    try:
        yield f"http://localhost:{serving.server_port}"
    finally:
        serving.shutdown()
        thread.join()
        serving.server_close()
