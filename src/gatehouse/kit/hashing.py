"""Argon2id in a few long-lived threads.

The library releases the interpreter lock, so as many hashes run at once as there are cores and the
event loop never waits. The queue is bounded: a flood of logins is refused, not piled up. Imported hashes that
take a large memory have one thread and a short queue of their own, so that at most one is verified at a time
and other sign-ins do not wait for it.
Parameters are those of OWASP ASVS 5.0 §11.4.2; they travel in the hash, and an old one is renewed at
the next login.
"""

import asyncio
import os
import unicodedata
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import gatehouse.kit.argon2_variant  # noqa: F401 - before argon2

# isort: split
from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import ARGON2_VERSION

from gatehouse.kit import foreign_hashes
from gatehouse.kit.db.held_connections import check_no_connection_held
from gatehouse.kit.errors import TooManyRequests

T = TypeVar("T")

MEMORY_KIB = 19 * 1024
ITERATIONS = 2
LANES = 1
MAX_WAITING = 200
# Each may take more than a second, and a request has half a minute.
MAX_WAITING_FOR_LARGE_MEMORY = 8

_hasher = PasswordHasher(ITERATIONS, MEMORY_KIB, LANES, type=Type.ID)
_cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def _make_random_base64(count: int) -> str:
    return b64encode(os.urandom(count)).decode().rstrip("=")


# A hash of nothing: verifying against it costs an unknown account the same time.
NOBODYS_HASH = (
    f"$argon2id$v={ARGON2_VERSION}$m={MEMORY_KIB},t={ITERATIONS},p={LANES}"
    f"${_make_random_base64(_hasher.salt_len)}${_make_random_base64(_hasher.hash_len)}"
)


class HashingBusy(TooManyRequests, code="passwords.busy"): ...


class HashingThreads:
    """Threads with a bounded queue."""

    def __init__(self, count: int, most_waiting: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(max_workers=count, thread_name_prefix=name)
        self._most_waiting = most_waiting
        self._waiting = 0

    async def run_in_thread(self, function: Callable[..., T], *arguments: str) -> T:
        """Raises `HashingBusy` when the queue is full."""
        check_no_connection_held("hashing")
        if self._waiting >= self._most_waiting:
            raise HashingBusy(
                "Too many sign-ins at once. Try again in a moment.", headers={"retry-after": "1"}
            )
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, function, *arguments)
        finally:
            self._waiting -= 1


_threads = HashingThreads(_cores or 1, MAX_WAITING, "argon2")
_large_memory_thread = HashingThreads(1, MAX_WAITING_FOR_LARGE_MEMORY, "argon2-large")


def normalize_password(password: str) -> str:
    """The one form that is hashed: letters composed, any space as U+0020 (RFC 8265 §4.2.2, OpaqueString)."""
    if password.isascii():
        return password
    spaced = "".join(" " if unicodedata.category(one) == "Zs" else one for one in password)
    return unicodedata.normalize("NFC", spaced)


async def hash_password(password: str) -> str:
    """Hash the normalized form of the password."""
    return await _threads.run_in_thread(_hasher.hash, normalize_password(password))


async def verify_password(stored: str | None, password: str) -> bool:
    """Whether the password fits. Takes the same time when there is no stored hash."""
    return await find_matching_form(stored, password) is not None


async def find_matching_form(stored: str | None, password: str) -> str | None:
    """The form of the password that fits the hash: as typed, else normalized, else decomposed. Hashes from
    before passwords were normalized, and of other systems, are of what was typed. Takes the same time when
    there is no stored hash."""
    threads = (
        _large_memory_thread if stored and foreign_hashes.needs_large_memory(stored) else _threads
    )
    matching = await threads.run_in_thread(_match_password, stored or NOBODYS_HASH, password)
    return matching if stored is not None else None


def needs_new_hash(stored: str) -> bool:
    """True when the hash was made with other parameters than today's, or elsewhere."""
    return not stored.startswith("$argon2") or _hasher.check_needs_rehash(stored)


def may_renew_hash(stored: str, password: str) -> bool:
    """False for a spelling that another product took for the password: renewed from it, the hash would refuse
    the password as it was set."""
    normalized = normalize_password(password)
    return foreign_hashes.normalize_password_for_hash(stored, normalized) == normalized


def _match_password(stored: str, password: str) -> str | None:
    forms = [password]
    if not password.isascii():
        normalized = normalize_password(password)
        forms += [normalized, unicodedata.normalize("NFD", normalized)]
    return next((form for form in dict.fromkeys(forms) if _verify_hash(stored, form)), None)


def _verify_hash(stored: str, password: str) -> bool:
    made_elsewhere = foreign_hashes.verify_foreign_hash(stored, password)
    if made_elsewhere is not None:
        return made_elsewhere
    try:
        return _hasher.verify(stored, password)
    except (VerificationError, InvalidHashError):
        return False
