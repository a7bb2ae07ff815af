"""What the server says and does, beside what the browser shows."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import httpx
from playwright.async_api import expect

from gatehouse.demo.names import PASSWORD
from tests.e2e.browser import PATIENCE_MS, Window
from tests.e2e.outbox import mailed_links

LOGIN = "/identity/resources/auth/v1/user"
LOGOUT = "/identity/resources/auth/v1/logout"
USERS = "/identity/resources/users/v1"
CHOSEN = "Seventeen-quiet-otters"


@asynccontextmanager
async def signed_in(
    url: str, email: str, password: str = PASSWORD
) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the API, apart from any browser."""
    async with httpx.AsyncClient(base_url=url, timeout=PATIENCE_MS / 1000) as client:
        answer = await client.post(LOGIN, json={"email": email, "password": password})
        token = answer.raise_for_status().json()["accessToken"]
        client.headers["authorization"] = f"Bearer {token}"
        yield client


async def post(window: Window, path: str, body: Any, token: str = "") -> Any:
    """A call with the window's cookies; those of the answer become its own."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    answer = await window.context.request.post(path, data=body, headers=headers)
    await expect(answer).to_be_ok()
    return await answer.json() if await answer.body() else None


async def sign_in(window: Window, email: str, password: str = PASSWORD) -> str:
    """The window's pages are signed in from now on; the access token, for calls."""
    answer = await post(window, LOGIN, {"email": email, "password": password})
    token: str = answer["accessToken"]
    return token


async def sign_up(window: Window) -> tuple[str, str]:
    """A company of one, not activated yet: the address, and the link that was mailed."""
    email = f"{uuid4().hex[:10]}@example.test"
    await post(window, f"{USERS}/signUp", {
        "email": email, "name": "Nora Newcomer", "companyName": "Newcomers"})  # fmt: skip
    [link] = await mailed_links(window, email, "Activate your")
    return email, link


async def join(window: Window) -> tuple[str, str]:
    """A company of one, and the window is signed in: the address and an access token."""
    email, link = await sign_up(window)
    query = parse_qs(urlsplit(link).query)
    token = {"userId": query["userId"][0], "token": query["token"][0]}
    answer = await post(window, f"{USERS}/activate", token | {"password": CHOSEN})
    return email, answer["accessToken"]


async def join_company(window: Window, administrator: str) -> tuple[str, str, str]:
    """As `join`, invited by the owner of this token; the address, an access token, and the user's id."""
    email = f"{uuid4().hex[:10]}@example.test"
    body = {"email": email, "name": "Cleo Colleague"}
    invited = await post(window, "/identity/resources/users/v2", body, administrator)
    [link, *_] = await mailed_links(window, email, "You have been invited")
    query = parse_qs(urlsplit(link).query)
    token = {"userId": query["userId"][0], "token": query["token"][0]}
    answer = await post(window, f"{USERS}/activate", token | {"password": CHOSEN})
    return email, answer["accessToken"], invited["id"]
