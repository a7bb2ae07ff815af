"""Answers of the server that a backend keeps."""

import json
import tracemalloc

import httpx
import pytest

from gatehouse_sdk import kept
from gatehouse_sdk.kept import Kept, keep_authorization


def answer() -> httpx.Response:
    """As the server describes 300 permissions."""
    described = {"name": "n" * 40, "description": "d" * 80, "createdAt": "2026-03-02T10:00:00.000Z"}
    lists = {"roles": [{"key": "Admin"}], "permissions": []}
    lists["permissions"] = [
        {"key": f"billing.section-{one}.write", **described} for one in range(300)
    ]
    return httpx.Response(200, content=json.dumps(lists))


def fill(store: Kept, callers: int) -> None:
    for one in range(callers):
        store.take(f"token {one}", answer())


def test_a_caller_with_many_permissions_takes_little_memory():
    """Ten thousand callers are kept, and each refreshed token is another one."""
    store = keep_authorization("https://id.test")
    fill(store, 1)
    tracemalloc.start()
    fill(store, 200)
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert used / 200 < 10_000
    assert len(store.get("token 7")["permissions"]) == 300


def test_what_no_token_can_ask_for_any_more_is_dropped(monkeypatch: pytest.MonkeyPatch):
    now = [0.0]
    monkeypatch.setattr(kept, "monotonic", lambda: now[0])
    store = keep_authorization("https://id.test")
    fill(store, 3)
    now[0] = kept.LONGEST_SECONDS + 1.0
    store.take("another token", answer())
    assert list(store._said) == ["another token"]
