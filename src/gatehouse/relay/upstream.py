"""The vendor's server, where a relay reaches it now and then: another file, what the vendor says of the
license, and what the tools were used for. Away is no fault: it is tried again a minute later."""

import asyncio
from http import HTTPStatus
from typing import Any

import httpx

from gatehouse.kit.logs import get_logger
from gatehouse.relay.calls import API, RelayService
from gatehouse.relay.service import VALID
from gatehouse.relay.signed_files import FileRefused

EVERY_SECONDS = 60
# An answer that goes on and on would be waited for without end: what the client limits is each piece of it.
LONGEST_SECONDS = 300.0
AT_ONCE = 500
# What they say no with; everything else is about the call.
NO = {"EXPIRED", "PAST_DUE", "PAUSED", "SUSPENDED", "REVOKED"}
FINAL = {400, 413, 422}

log = get_logger("gatehouse.relay")


async def sync_forever(desk: RelayService, http: httpx.AsyncClient) -> None:
    """Without end."""
    while True:
        try:
            async with asyncio.timeout(LONGEST_SECONDS):
                await sync_once(desk, http)
        except (httpx.HTTPError, ValueError, TimeoutError) as error:
            log.info("the vendor's server is away", why=f"{type(error).__name__}: {error}")
        except Exception:
            log.exception("the vendor's server was not asked")
        await asyncio.sleep(EVERY_SECONDS)


async def sync_once(desk: RelayService, http: httpx.AsyncClient) -> None:
    """Synchronize once with the server. Raises `httpx.HTTPError` or `ValueError` while the server is
    unreachable, or the answer is not the server's."""
    await _refresh_license_code(desk, http)
    await _refresh_license_file(desk, http)
    await _forward_usage(desk, http)


async def _refresh_license_code(desk: RelayService, http: httpx.AsyncClient) -> None:
    answer = await http.post(f"{API}/validate", json={})
    if answer.status_code == HTTPStatus.UNAUTHORIZED:
        log.warning("the vendor does not know the license key")
        return
    code = _parse_answer(answer).get("code")
    if code == VALID or code in NO:
        await desk.run_in_thread(desk.relay.record_vendor_refusal, None if code == VALID else code)


async def _refresh_license_file(desk: RelayService, http: httpx.AsyncClient) -> None:
    """When its time has come, or the clock here is doubted: the file tells the time."""
    relay = desk.relay
    code = await desk.run_in_thread(relay.read_license_code)
    due = relay.refresh_at
    if code in NO or (code == VALID and due is not None and relay.time.now() < due):
        return
    answer = await http.get(f"{API}/file", params={"relayKey": relay.own.public})
    if answer.status_code != HTTPStatus.OK:
        return
    try:
        await desk.run_in_thread(relay.accept_license_file, answer.content)
    except FileRefused as wrong:
        log.warning("the vendor's license file was refused", code=wrong.code, why=str(wrong))


async def _forward_usage(desk: RelayService, http: httpx.AsyncClient) -> None:
    store = desk.relay.store
    while waiting := await desk.run_in_thread(store.list_usage, AT_ONCE):
        answer = await http.post(f"{API}/usage", json=[event for _, event in waiting])
        if answer.status_code in FINAL:
            log.warning("events of use were refused", count=len(waiting), status=answer.status_code)
        elif answer.status_code != HTTPStatus.ACCEPTED:
            return
        await desk.run_in_thread(store.delete_usage, [name for name, _ in waiting])


def _parse_answer(answer: httpx.Response) -> dict[str, Any]:
    said = answer.json()
    if not isinstance(said, dict):
        raise ValueError("something else answered in place of the vendor's server")
    return said
