"""What one running process is: database up, schema current, web server and worker, clean end."""

import asyncio
import contextlib
import gc
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager

import structlog
import uvicorn
from starlette.types import ASGIApp

from gatehouse.app import build_app, build_probes, with_edge
from gatehouse.commands.database import migrate_or_explain
from gatehouse.commands.runtime import open_resources
from gatehouse.kit.bounded_http import BoundedHttp
from gatehouse.kit.db import Database
from gatehouse.kit.edge import QUIET_PATHS
from gatehouse.kit.jobs import Worker
from gatehouse.kit.plain_route import make_plain_routes
from gatehouse.kit.rate_limit import RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.kit.tracing.requests import TracedRequests
from gatehouse.kit.tracing.statements import note_statement
from gatehouse.settings import Settings
from gatehouse.usage.api_calls import ApiCalls
from gatehouse.vendor_access.first_owner import service as first_owner

log = structlog.get_logger()

GRACE_SECONDS = 20
LEAVING_SECONDS = 1.0  # longer than a request is on its way


async def serve(settings: Settings, url: str, *, with_worker: bool) -> None:
    """Run until SIGINT or SIGTERM; then finish what runs and close everything."""
    await migrate_or_explain(settings, url)
    with _traces(settings):
        await _serve(settings, url, with_worker=with_worker)


async def _serve(settings: Settings, url: str, *, with_worker: bool) -> None:
    async with open_resources(
        settings,
        url,
        settings.database_connections,
        pooler_url=settings.database_pooler_url,
        standby_url=settings.database_standby_url,
    ) as resources:
        if settings.env == "demo":
            from gatehouse.demo.everything import furnish

            await furnish(settings, resources)
        app = build_app(settings, resources)
        token = await first_owner.open_link(resources[Database])
        await _warn_without_store(resources)
        config = _config(_traced(with_edge(app, settings), settings), settings.host, settings.port)
        server = AnnouncedServer(config, f"{welcome(settings)}{set_up(settings, token)}")
        _collect_from_here()
        async with (
            resources[ApiCalls].kept(),
            _sample_tool(resources) if settings.env == "demo" else contextlib.nullcontext(),
            _worker(settings, url, resources) if with_worker else contextlib.nullcontext(),
        ):
            await asyncio.gather(_until_signalled(server), make_plain_routes(app.routes))


async def _warn_without_store(resources: Resources) -> None:
    """At the start: until the first sign-in, nothing else would say that processes do not count together."""
    fault = await resources[RateLimiter].find_store_fault()
    if fault:
        log.warning("rate_limits.counted_alone", why=fault, fix="Check GATEHOUSE_REDIS_URL.")


def _traces(settings: Settings) -> AbstractContextManager[None]:
    """Its library takes a while to load, and most installations have no collector."""
    if settings.traces_url is None:
        return contextlib.nullcontext()
    from gatehouse.kit.tracing.exporter import exported

    return exported(settings.traces_url, settings.traces_share)


def _traced(app: ASGIApp, settings: Settings) -> ASGIApp:
    if settings.traces_url is None:
        return app
    return TracedRequests(app, proxies=settings.trusted_proxies, quiet=QUIET_PATHS)


def _sample_tool(resources: Resources) -> AbstractAsyncContextManager[None]:
    from gatehouse.demo.sample_tool import sample_tool

    return sample_tool(resources)


def _collect_from_here() -> None:
    """What is loaded stays until the end: no later collection looks through it, which would hold up
    every request of that moment."""
    gc.freeze()
    gc.enable()


def _config(app: ASGIApp, host: str, port: int) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        loop="uvloop",
        http=BoundedHttp,
        lifespan="off",
        ws="none",
        log_config=None,
        access_log=False,
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_keep_alive=30,
    )


class AnnouncedServer(uvicorn.Server):
    """Says where it is once it listens."""

    def __init__(self, config: uvicorn.Config, words: str) -> None:
        super().__init__(config)
        self._words = words

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(self._words, flush=True)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """No connection is taken any more, and callers are told with their next answer not to come back on
        theirs. Those that are silent are closed a moment later: at once, a request that is on its way on one
        would be lost."""
        for server in self.servers:
            server.close()
        close = (b"connection", b"close")
        self.server_state.default_headers = [*self.server_state.default_headers, close]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LEAVING_SECONDS):
                while self.server_state.connections and not self.force_exit:  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
        await super().shutdown(sockets)


def welcome(settings: Settings) -> str:
    """The address, and in the demo how to get in."""
    url = settings.public_url
    if settings.env != "demo":
        return f"Gatehouse listens on {settings.host}:{settings.port}, public address {url}"
    from gatehouse.demo.people import PASSWORD, SIGN_INS
    from gatehouse.demo.staff import AUTHENTICATOR, OWNER

    people = "\n".join(f"             {email:<20} {role}" for email, _, role in SIGN_INS)
    return f"""
  Gatehouse is ready.

  Portal     {url}/              licenses; sign in, or sign up as a new company
  Admin      {url}/oauth/portal  people, roles, and your own account
  Console    {url}/console       the people who run it: {OWNER},
             authenticator {AUTHENTICATOR}
  Outbox     {url}/dev/outbox    the mail that would have been sent
  API        {url}/docs

  Sign-ins   password {PASSWORD}
{people}

  Test card  4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined
  Ctrl-C stops everything.
"""


def set_up(settings: Settings, token: str | None) -> str:
    """How to become the first owner in the browser. No server is sent what follows `#`, so no log has it."""
    if token is None:
        return ""
    return (
        "\nNobody owns this installation yet. To become its owner, open this within "
        f"{first_owner.LINK_HOURS} hours:"
        f"\n  {settings.public_url}{first_owner.PAGE}#{token}"
    )


async def _until_signalled(server: uvicorn.Server) -> None:
    """`server.serve()` would raise the signal again after draining, which skips what must follow."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, server.handle_exit, number, None)
    await server._serve()


@asynccontextmanager
async def _worker(settings: Settings, url: str, resources: Resources) -> AsyncIterator[None]:
    """A worker beside the web server, on connections of its own."""
    watch = note_statement if settings.traces_url else None
    database = await Database.connect(url, connections=settings.worker_connections, watch=watch)
    worker = Worker(database, resources)
    task = asyncio.create_task(worker.run())
    task.add_done_callback(_report_end)
    try:
        yield
    finally:
        worker.stop()
        with contextlib.suppress(TimeoutError, asyncio.CancelledError):
            await asyncio.wait_for(task, GRACE_SECONDS)
        await database.close()


def _report_end(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception():
        log.error("worker ended", exc_info=task.exception())
        # A process that takes requests but runs no jobs would look healthy and do half its work.
        signal.raise_signal(signal.SIGTERM)


async def work(settings: Settings, url: str, *, probes: int | None) -> None:
    """A worker alone; `probes` is the port where it says how it does."""
    await migrate_or_explain(settings, url)
    with _traces(settings):
        await _work(settings, url, probes=probes)


async def _work(settings: Settings, url: str, *, probes: int | None) -> None:
    async with open_resources(settings, url, settings.worker_connections) as resources:
        worker = Worker(resources[Database], resources)
        app = build_probes(settings, resources)
        _collect_from_here()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, worker.stop)
        async with _answering(app, settings, probes) if probes else contextlib.nullcontext():
            await worker.run()


@asynccontextmanager
async def _answering(app: ASGIApp, settings: Settings, port: int) -> AsyncIterator[None]:
    server = uvicorn.Server(_config(app, settings.host, port))
    task = asyncio.create_task(server._serve())
    try:
        yield
    finally:
        server.should_exit = True
        await task
