"""What one running relay is: store and file opened, the wire served, the vendor asked now and then."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import httpx
import uvicorn

from gatehouse.kit.bounded_http import SERVER_OPTIONS
from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.environment_client import new_async_client
from gatehouse.licensing.licenses.identifiers import KEY, normalize_license_key
from gatehouse.relay.calls import RelayService, build_relay_app
from gatehouse.relay.key import load_or_create_relay_key
from gatehouse.relay.service import Relay
from gatehouse.relay.settings import RelaySettings
from gatehouse.relay.signed_files import read_public_keys
from gatehouse.relay.store import Store
from gatehouse.relay.upstream import sync_forever

TIMEOUT = httpx.Timeout(20, connect=5)


def open_relay(settings: RelaySettings) -> RelayService:
    """`ConfigurationError` with what is missing."""
    given = _read_license_key(settings)
    if not KEY.fullmatch(given):
        raise ConfigurationError("Set GATEHOUSE_RELAY_KEY to the license key that your tools send.")
    keys, document = read_public_keys(settings.public_keys_path)
    own = load_or_create_relay_key(settings.folder)
    return RelayService(Relay(settings, keys, own, Store(settings.folder)), given, document)


async def serve_relay(settings: RelaySettings) -> None:
    """Run until SIGINT or SIGTERM."""
    desk = open_relay(settings)
    server = uvicorn.Server(_build_server_config(desk, settings))
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, server.handle_exit, number, None)
    code = await desk.run_in_thread(desk.relay.read_license_code)
    print(_compose_welcome_text(settings, desk, code), flush=True)  # noqa: T201
    async with sync_with_vendor(desk, settings):
        await server._serve()
    desk.close()


def _read_license_key(settings: RelaySettings) -> str:
    return normalize_license_key(settings.key.get_secret_value()) if settings.key else ""


@asynccontextmanager
async def sync_with_vendor(desk: RelayService, settings: RelaySettings) -> AsyncIterator[None]:
    """With the vendor's server meanwhile, where there is one."""
    if settings.server is None or settings.key is None:
        yield
        return
    authorization = {"authorization": f"License {_read_license_key(settings)}"}
    async with new_async_client(
        settings.server, base_url=settings.server, headers=authorization, timeout=TIMEOUT
    ) as http:
        task = asyncio.create_task(sync_forever(desk, http))
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


def _build_server_config(desk: RelayService, settings: RelaySettings) -> uvicorn.Config:
    return uvicorn.Config(
        build_relay_app(desk),
        host=settings.host,
        port=settings.port,
        **SERVER_OPTIONS,
        ssl_certfile=settings.certificate,
        ssl_keyfile=settings.certificate_key,
    )


def _compose_welcome_text(settings: RelaySettings, desk: RelayService, code: str) -> str:
    text = f"The relay listens on {settings.host}:{settings.port}."
    if code == "VALID":
        return f"{text} It leases {desk.relay.file.max_seats} seats."
    return (
        f"{text} It leases nothing yet: {code}.\n"
        f"Put a license file for it at {settings.file_path}. Its key is {desk.relay.own.public}"
    )
