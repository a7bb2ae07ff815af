"""Passwords of tests are hashed with the least work that Argon2 takes: people of tests have hundreds, and a
guess at one of these is no danger. What is said of the parameters themselves uses `thorough_hashes`."""

from collections.abc import Iterator
from contextlib import contextmanager

from argon2 import PasswordHasher, Type

from gatehouse.kit import hashing

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1, type=Type.ID)
THOROUGH = hashing._hasher


@contextmanager
def hashed_with(hasher: PasswordHasher) -> Iterator[None]:
    before = hashing._hasher, hashing.NOBODYS_HASH
    hashing._hasher, hashing.NOBODYS_HASH = hasher, hasher.hash("nobody's")
    yield
    hashing._hasher, hashing.NOBODYS_HASH = before
