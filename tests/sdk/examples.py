"""The sample products as processes of their own, in front of a server on a port."""

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from tests.process.server import free_port

ROOT = Path(__file__).parents[2]
PATIENCE_SECONDS = 30
COMMANDS = {
    "fastapi-product": ["-m", "uvicorn", "reports_api:app", "--port"],
    "django-product": ["manage.py", "runserver", "--noreload"],
}


@asynccontextmanager
async def served(asgi: Any) -> AsyncIterator[str]:
    server = uvicorn.Server(uvicorn.Config(asgi, lifespan="off", log_level="warning"))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        serving = asyncio.create_task(server._serve([listening]))
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        await serving


@asynccontextmanager
async def running(name: str, log: Path, **settings: str) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the product that is started as its README says."""
    port = free_port()
    with _process(name, port, log, settings) as process:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=20) as http:
            await asyncio.wait_for(_started(http, process), PATIENCE_SECONDS)
            yield http


@contextlib.contextmanager
def _process(
    name: str, port: int, log: Path, settings: dict[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, *COMMANDS[name], str(port)],
            cwd=ROOT / "examples" / name,
            env=os.environ | {"PYTHONPATH": str(ROOT / "clients/gatehouse-sdk/src"), **settings},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        yield process
    except AssertionError as error:
        error.add_note(log.read_text())
        raise
    finally:
        process.terminate()
        process.wait(PATIENCE_SECONDS)


async def _started(http: httpx.AsyncClient, process: subprocess.Popen[bytes]) -> None:
    while True:
        assert process.poll() is None, "the product has ended"
        with contextlib.suppress(httpx.TransportError):
            await http.get("/me")
            return
        await asyncio.sleep(0.05)
