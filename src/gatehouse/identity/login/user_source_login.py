"""Sign-in with a password that an external user source verified: the user is imported, or signed in without a
local password."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from gatehouse.access.client import Client
from gatehouse.identity.login.attempts import is_locked
from gatehouse.identity.login.models import LoginAccount
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.flow import sign_in
from gatehouse.identity.sign_in.models import AuthenticationResult, SignInChallenge, SignInContext
from gatehouse.identity.user_sources import people
from gatehouse.identity.user_sources.models import SourceUser, StoredSource
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.db.locks import Lock, take_lock
from gatehouse.kit.hashing import hash_password
from gatehouse.kit.resources import Resources
from gatehouse.policies.password_rules.service import is_blocked

LookUp = Callable[[Db], Awaitable[LoginAccount]]


class NotAnyMore(Exception):
    """The user has a local password or a lockout meanwhile; the caller must look up the account again."""


@dataclass(frozen=True, slots=True)
class SourcePassword:
    """The password, and the user source that verified it."""

    source: StoredSource
    found: SourceUser
    password: str


async def sign_in_from_user_source(
    resources: Resources,
    shown: SourcePassword,
    look_up: LookUp,
    client: Client,
    door: SignInContext,
) -> SignedIn | SignInChallenge:
    """Import the user from the source and sign in. Raises `NotAnyMore` when the account changed meanwhile,
    and the refusals of `people.import_source_user` and `flow.sign_in`."""
    moves = shown.source.configuration.get("isMigrated", False)
    hashed = await hash_password(shown.password) if moves else None
    breached = is_blocked(resources, shown.password)
    async with resources[Database].transaction(Scope.system()) as db:
        await take_lock(db, Lock.EMAIL_ADDRESS, shown.found.email.lower())
        account = await look_up(db)
        if account.hash is not None or is_locked(account, clock.now()):
            raise NotAnyMore
        user_id = await people.import_source_user(
            db, resources, shown.source, shown.found, hashed, client
        )
        proof = AuthenticationResult(user_id, account.email, ("pwd",), breached)
        return await sign_in(db, resources, proof, client, door)
