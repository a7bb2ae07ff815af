"""Runs one process: migrates the schema, starts the web server and worker, and shuts them down."""

import asyncio
import contextlib
import gc
import signal
import socket
from collections.abc import AsyncIterator, Coroutine
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager
from typing import TYPE_CHECKING, Any

import uvicorn
from fastapi import FastAPI
from starlette.types import ASGIApp

from gatehouse.app import build_app, build_probe_app, build_request_pipeline, get_route_table
from gatehouse.commands.database import migrate_or_explain
from gatehouse.commands.runtime import connect_database, open_resources
from gatehouse.commands.start_steps import START
from gatehouse.kit.bounded_http import SERVER_OPTIONS
from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.db import Database
from gatehouse.kit.logs import get_logger
from gatehouse.kit.manifest import load_module
from gatehouse.kit.plain_route import prepare_plain_routes
from gatehouse.kit.rate_limit import RateLimiter
from gatehouse.kit.request_middleware import QUIET_PATHS
from gatehouse.kit.resources import Resources
from gatehouse.kit.tracing.requests import TracedRequests
from gatehouse.settings import Settings
from gatehouse.usage.api_calls import ApiCalls
from gatehouse.vendor_access import first_owner_link

if TYPE_CHECKING:
    from gatehouse.kit.worker import Worker

log = get_logger()

GRACE_SECONDS = 20
CLOSING_SECONDS = 1.0  # longer than a request takes to arrive
# After it listens, a probe and the first requests are answered before it imports what they do not need.
SETTLING_SECONDS = 0.3


async def run_web_process(
    settings: Settings, url: str, *, with_worker: bool, explain_start: bool = False
) -> None:
    """Run until SIGINT or SIGTERM; then finish running requests and jobs, and close everything."""
    await migrate_or_explain(settings, url)
    START.note_step("migrations check")
    with _export_traces(settings):
        await _run_web_server(settings, url, with_worker=with_worker, explain_start=explain_start)


async def _run_web_server(
    settings: Settings, url: str, *, with_worker: bool, explain_start: bool
) -> None:
    async with open_resources(
        settings,
        url,
        settings.database_connections,
        pooler_url=settings.database_pooler_url,
        standby_url=settings.database_standby_url,
    ) as resources:
        has_demo_data = settings.env == "demo" and await _has_users(resources)
        if settings.env == "demo" and not has_demo_data:
            await _create_demo_data(settings, resources)
        START.note_step("configuration and data")
        app = build_app(settings, resources)
        START.note_step("routes")
        token = await first_owner_link.create_first_owner_link(resources[Database])
        await _warn_without_store(resources)
        config = _build_config(
            _wrap_in_tracing(build_request_pipeline(app, settings), settings),
            settings.host,
            settings.port,
        )
        server = AnnouncedServer(
            config,
            f"{build_welcome(settings)}{build_set_up_hint(settings, token)}",
            explain_start=explain_start,
        )
        async with (
            resources[ApiCalls].kept(),
            _run_sample_tool(resources) if settings.env == "demo" else contextlib.nullcontext(),
            _run_worker_beside_server(settings, url, resources, server.listening)
            if with_worker
            else contextlib.nullcontext(),
            _complete_start_beside_server(
                _prepare_rest(app, server, settings, adds_demo_data=has_demo_data)
            ),
        ):
            await _serve_until_signaled(server)


@asynccontextmanager
async def _complete_start_beside_server(rest: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run the rest of the start meanwhile; what is unfinished at the end is canceled. If it fails, that is
    logged and the process ends in order, because without it the process would look healthy. Raises
    `ConfigurationError` then."""
    task = asyncio.create_task(rest)
    task.add_done_callback(_stop_process_if_start_failed)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})
    if not task.cancelled() and task.exception() is not None:
        raise ConfigurationError("The start could not be completed. The log says why.")


def _stop_process_if_start_failed(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()):
        log.error("start.not_completed", exc_info=error)
        signal.raise_signal(signal.SIGTERM)


async def _prepare_rest(
    app: FastAPI, server: "AnnouncedServer", settings: Settings, *, adds_demo_data: bool
) -> None:
    """Import and add what the first requests do not need, once the server has started."""
    await server.listening.wait()
    await asyncio.sleep(SETTLING_SECONDS)
    await load_module("gatehouse.kit.attempt_counter")
    await prepare_plain_routes(get_route_table(app))
    if adds_demo_data:
        await _create_demo_data(settings, app.state.resources)
    _freeze_loaded_objects()


async def _has_users(resources: Resources) -> bool:
    from gatehouse.demo.queries import HAS_USERS

    async with resources[Database].one_statement() as db:
        return await HAS_USERS.one(db)


async def _create_demo_data(settings: Settings, resources: Resources) -> None:
    create = await load_module("gatehouse.demo.create")
    await create.create_demo_data(settings, resources)


async def _warn_without_store(resources: Resources) -> None:
    """Log it at the start: until the first sign-in, nothing else would show that processes count rate
    limits separately."""
    fault = await resources[RateLimiter].find_store_fault()
    if fault:
        log.warning("rate_limits.counted_alone", why=fault, fix="Check GATEHOUSE_REDIS_URL.")


def _export_traces(settings: Settings) -> AbstractContextManager[None]:
    """Load the exporter only where a collector is set: it loads slowly, and most installations have none."""
    if settings.traces_url is None:
        return contextlib.nullcontext()
    from gatehouse.kit.tracing.exporter import export_spans

    return export_spans(settings.traces_url, settings.traces_share)


def _wrap_in_tracing(app: ASGIApp, settings: Settings) -> ASGIApp:
    if settings.traces_url is None:
        return app
    return TracedRequests(app, proxies=settings.trusted_proxies, quiet=QUIET_PATHS)


def _run_sample_tool(resources: Resources) -> AbstractAsyncContextManager[None]:
    from gatehouse.demo.sample_tool import provide_sample_tool

    return provide_sample_tool(resources)


def _freeze_loaded_objects() -> None:
    """Exclude loaded objects from garbage collection: they live until the end, and each collection would
    delay requests."""
    gc.freeze()
    gc.enable()


def _build_config(app: ASGIApp, host: str, port: int) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        loop="uvloop",
        **SERVER_OPTIONS,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_keep_alive=30,
    )


class AnnouncedServer(uvicorn.Server):
    """Prints a message once it listens, and with `explain_start` how long that took."""

    def __init__(self, config: uvicorn.Config, words: str, *, explain_start: bool = False) -> None:
        super().__init__(config)
        self._words = words
        self._explain_start = explain_start
        self.listening = asyncio.Event()  # also set where it could not start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await super().startup(sockets)
        finally:
            self.listening.set()
        if self.started:
            START.note_step("listening")
            print(self._words, flush=True)
            if self._explain_start:
                print(START.render_table(), flush=True)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no new connections, and tell clients with the next response to close theirs. Idle
        connections are closed a moment later: at once, a request that is on its way on one would be
        lost."""
        for server in self.servers:
            server.close()
        close = (b"connection", b"close")
        self.server_state.default_headers = [*self.server_state.default_headers, close]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_SECONDS):
                while self.server_state.connections and not self.force_exit:  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
        await super().shutdown(sockets)


def build_welcome(settings: Settings) -> str:
    """The address, and in the demo how to sign in."""
    url = settings.public_url
    if settings.env != "demo":
        return f"Gatehouse listens on {settings.host}:{settings.port}, public address {url}"
    from gatehouse.demo.names import AUTHENTICATOR, OWNER, PASSWORD, SIGN_INS

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


def build_set_up_hint(settings: Settings, token: str | None) -> str:
    """How to become the first owner in the browser. The part after `#` is not sent to servers, so no log
    contains it."""
    if token is None:
        return ""
    return (
        "\nThis installation has no owner yet. To become its owner, open this within "
        f"{first_owner_link.LINK_HOURS} hours:"
        f"\n  {settings.public_url}{first_owner_link.PAGE}#{token}"
    )


async def _serve_until_signaled(server: uvicorn.Server) -> None:
    """`server.serve()` would raise the signal again after draining, which skips what must follow."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, server.handle_exit, number, None)
    await server._serve()


@asynccontextmanager
async def _run_worker_beside_server(
    settings: Settings, url: str, resources: Resources, listening: asyncio.Event
) -> AsyncIterator[None]:
    """A worker beside the web server."""
    stopping = asyncio.Event()
    task = asyncio.create_task(_run_late_worker(settings, url, resources, listening, stopping))
    task.add_done_callback(_stop_process_if_worker_failed)
    try:
        yield
    finally:
        stopping.set()
        with contextlib.suppress(TimeoutError, asyncio.CancelledError):
            await asyncio.wait_for(task, GRACE_SECONDS)


async def _run_late_worker(
    settings: Settings,
    url: str,
    resources: Resources,
    listening: asyncio.Event,
    stopping: asyncio.Event,
) -> None:
    """Connect a worker once the server listens, and import and run it a moment later."""
    await listening.wait()
    database = await connect_database(settings, url, settings.worker_connections)
    waiting = asyncio.create_task(stopping.wait())
    try:
        await asyncio.wait({waiting}, timeout=SETTLING_SECONDS)
        if stopping.is_set():
            return
        if settings.env == "demo":
            await load_module("gatehouse.demo.create")  # declares a job
        worker: Worker = (await load_module("gatehouse.kit.worker")).Worker(database, resources)
        running = asyncio.create_task(worker.run())
        await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
        worker.stop()
        await running
    finally:
        waiting.cancel()
        await database.close()


def _stop_process_if_worker_failed(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()):
        if not isinstance(error, ConfigurationError):  # the command prints what to do about it
            log.error("worker ended", exc_info=error)
        # A process that takes requests but runs no jobs would look healthy and do half its work.
        signal.raise_signal(signal.SIGTERM)


async def run_worker_process(settings: Settings, url: str, *, probes: int | None) -> None:
    """Run a worker alone. `probes` is the port on which it answers health checks."""
    await migrate_or_explain(settings, url)
    with _export_traces(settings):
        await _run_worker_alone(settings, url, probes=probes)


async def _run_worker_alone(settings: Settings, url: str, *, probes: int | None) -> None:
    from gatehouse.kit.worker import Worker

    async with open_resources(settings, url, settings.worker_connections) as resources:
        worker = Worker(resources[Database], resources)
        app = build_probe_app(settings, resources)
        _freeze_loaded_objects()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, worker.stop)
        async with _serve_probes(app, settings, probes) if probes else contextlib.nullcontext():
            await worker.run()


@asynccontextmanager
async def _serve_probes(app: ASGIApp, settings: Settings, port: int) -> AsyncIterator[None]:
    server = uvicorn.Server(_build_config(app, settings.host, port))
    task = asyncio.create_task(server._serve())
    try:
        yield
    finally:
        server.should_exit = True
        await task
