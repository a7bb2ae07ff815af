"""The domains of a connection, and their verification.

A domain belongs to a tenant once a TXT record contains the tenant's token. The record has to stay: it is
checked every day, and the domain is released if the record is missing for a week. Another tenant that
publishes its own token meanwhile, such as the buyer of a domain, gets it immediately.

A code can be mailed instead, to a mailbox that is reserved for the administrators of a domain (RFC 2142, RFC
5321 §4.5.1). It is entered in the portal of the requesting tenant, so that opening the mail alone verifies
nothing.
"""

import secrets
from collections.abc import Iterable
from datetime import timedelta
from typing import Literal
from uuid import UUID

from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.directory.users.errors import InvalidEmail
from gatehouse.directory.users.service import get_user, normalize_email
from gatehouse.identity.mails.service import send_mail
from gatehouse.identity.sso import errors, events
from gatehouse.identity.sso.connections.service import lock_connection_for_change
from gatehouse.identity.sso.domains import models, queries
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id, new_token, token_hash
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.errors import Invalid
from gatehouse.kit.events import Actor
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.names import NameServers, NoAnswer
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.kit.units import UnitFailures
from gatehouse.policies.domain_restrictions.domains import (
    display_domain,
    is_public_domain,
    parse_email_domain,
)
from gatehouse.vendor.current import configuration_of

MOST_DOMAINS = 50  # of one connection
LOOKS_PER_TENANT = RateLimit("sso.domain.tenant", 30, 5)
MAY_WRITE = Permission.WRITE_SAML_CONFIGURATION
Proof = Literal["dns", "email", "vendor"]
MAY_DELETE = Permission.DELETE_SAML_CONFIGURATION
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # without letters that look alike
CODE_LENGTH, CODE_TRIES, CODE_LASTS = 10, 10, timedelta(days=1)
MAILS_PER_TENANT = RateLimit("sso.domain.mail.tenant", 20, 60)
MAILS_PER_DOMAIN = RateLimit("sso.domain.mail.domain", 5, 60)
CHECKED_EVERY = timedelta(days=1)
GRACE = timedelta(days=7)
CHECKED_AT_ONCE = 50


def get_email_domain(email: str) -> str:
    """The domain of a normalized address, in its stored form."""
    return email.rpartition("@")[2]


async def add_domain(db: Db, caller: Principal, connection_id: UUID, text: str) -> models.SsoDomain:
    """Add a domain; it has no effect until it is validated. Raises `DomainPublic`, `DomainExists`,
    `TooManyDomains`, and the errors of `lock_connection_for_change`."""
    domain = _normalize_domain(text)
    caller, _ = await lock_connection_for_change(db, caller, MAY_WRITE, connection_id)
    if await queries.COUNT.one(db, caller.tenant_id, connection_id) >= MOST_DOMAINS:
        raise errors.TooManyDomains(
            f"A connection can have at most {MOST_DOMAINS} domains", most=MOST_DOMAINS
        )
    row = await queries.ADD.first(
        db, caller.tenant_id, connection_id, new_id(), domain, new_token(), clock.now()
    )
    if row is None:
        raise errors.DomainExists(f"{display_domain(domain)} has already been added")
    event = events.SsoDomainAdded(caller.tenant_id, connection_id, domain)
    await announce_event(db, event, by=caller.actor)
    return row


async def delete_domain(db: Db, caller: Principal, connection_id: UUID, domain_id: UUID) -> None:
    """Delete a domain. Raises `DomainNotFound`, and the errors of `lock_connection_for_change`."""
    caller, _ = await lock_connection_for_change(db, caller, MAY_DELETE, connection_id)
    row = await get_domain(db, caller.tenant_id, connection_id, domain_id)
    await queries.DELETE.run(db, caller.tenant_id, connection_id, domain_id)
    event = events.SsoDomainDeleted(caller.tenant_id, connection_id, row.domain)
    await announce_event(db, event, by=caller.actor)


async def verify_domain_by_dns(
    db: Db, resources: Resources, caller: Principal, connection_id: UUID, domain_id: UUID
) -> None:
    """Validate a domain by its TXT record. No transaction is open during the DNS query. Raises
    `DomainNotFound`, `RecordMissing`, `NameServersSilent` or `DomainTaken`. Needs the system scope: the
    domain may belong to another tenant."""
    row = await get_domain(db, caller.tenant_id, connection_id, domain_id)
    if await _is_domain_of_caller(db, resources, caller, row):
        caller, _ = await lock_connection_for_change(db, caller, MAY_WRITE, connection_id)
        await mark_domain_validated(db, resources, row, "email", caller.actor)
        return
    await db.pause()
    await resources[RateLimiter].hit(LOOKS_PER_TENANT, str(caller.tenant_id))
    try:
        texts = await resources[NameServers].read_txt_records(to_ascii_domain(row.domain))
    except NoAnswer:
        raise errors.NameServersSilent(
            "The name servers are not responding. Try again in a few minutes."
        ) from None
    if not models.has_matching_record(texts, row.token):
        raise errors.RecordMissing(
            f"The TXT record {models.build_txt_record(row.token)} of {display_domain(row.domain)} was "
            "not found yet. New records can take an hour to become visible."
        )
    caller, _ = await lock_connection_for_change(db, caller, MAY_WRITE, connection_id)
    row = await get_domain(db, caller.tenant_id, connection_id, domain_id)
    await mark_domain_validated(db, resources, row, "dns", caller.actor, texts)


async def _is_domain_of_caller(
    db: Db, resources: Resources, caller: Principal, row: models.SsoDomain
) -> bool:
    """Whether the vendor allows users to validate the domain of their own verified address, and this is the
    caller's."""
    if not configuration_of(resources).vendor.verified_people_add_domains or not caller.session:
        return False
    person = await get_user(db, caller.user_id)
    return person.verified and get_email_domain(person.email) == row.domain


async def mark_verified_by_vendor(
    db: Db, resources: Resources, text: str, tenant_id: UUID | None, by: Actor
) -> models.SsoDomain:
    """Validate a domain on the vendor's word, for the given tenant or the only one that has added it. Any
    other tenant loses it unless domains are shared. Raises `DomainNotFound` or `DomainAmbiguous`. Needs the
    system scope."""
    row = await _get_added_domain(db, text, tenant_id)
    await mark_domain_validated(db, resources, row, "vendor", by)
    return row


async def unmark_verified_by_vendor(
    db: Db, text: str, tenant_id: UUID | None, by: Actor
) -> models.SsoDomain:
    """Revoke the vendor's validation of a domain until the tenant verifies it; a validation by DNS or mail
    stays. Raises `DomainNotFound` or `DomainAmbiguous`. Needs the system scope."""
    row = await _get_added_domain(db, text, tenant_id)
    if row.validated_by == "vendor":
        await queries.LAPSE.run(db, row.tenant_id, row.id)
        event = events.SsoDomainUnvouched(row.tenant_id, row.connection_id, row.domain)
        await announce_event(db, event, by=by)
    return row


async def _get_added_domain(db: Db, text: str, tenant_id: UUID | None) -> models.SsoDomain:
    found = await queries.CANDIDATES.all(db, _normalize_domain(text), tenant_id)
    if not found:
        raise errors.DomainNotFound("No tenant has added this domain")
    if len(found) > 1:
        raise errors.DomainAmbiguous(
            "Several tenants have added this domain. Specify one with tenantId."
        )
    return found[0]


async def mark_domain_validated(
    db: Db,
    resources: Resources,
    row: models.SsoDomain,
    proof: Proof,
    by: Actor,
    texts: Iterable[str] = (),
) -> None:
    """Mark a domain as validated by this tenant. Unless the vendor allows shared domains, other tenants lose
    it when their token is not in `texts` or when the vendor decides so; otherwise raises `DomainTaken`. A
    code by mail takes the domain from no other tenant. Needs the system scope."""
    is_shared = configuration_of(resources).vendor.shared_domains
    if not is_shared:
        await _take_domain_from_others(db, row, proof, list(texts))
    await queries.VALIDATE.run(db, row.tenant_id, row.id, clock.now(), proof, is_shared)
    event = events.SsoDomainValidated(row.tenant_id, row.connection_id, row.domain)
    await announce_event(db, event, by=by)


def to_ascii_domain(domain: str) -> str:
    """The ASCII form of the domain, as used in DNS."""
    return parse_email_domain(domain) or domain


async def _take_domain_from_others(
    db: Db, row: models.SsoDomain, proof: Proof, texts: list[str]
) -> None:
    # A deleted tenant does not block the domain; after a restore it has to verify the domain again.
    for left in await queries.HELD_BY_DELETED.all(db, row.domain):
        await end_domain_validation(db, left)
    for holder in await queries.HOLDERS.all(db, row.domain):
        if holder.id == row.id:
            continue
        stays = (
            proof == "email"
            or holder.validated_by == "vendor"
            or models.has_matching_record(texts, holder.token)
        )
        if stays and proof != "vendor":
            raise errors.DomainTaken(
                f"{display_domain(row.domain)} has already been validated by another organization"
            )
        await end_domain_validation(db, holder)


async def end_domain_validation(db: Db, row: models.SsoDomain) -> None:
    """End the validation of a domain, and with it single sign-on for the domain."""
    await queries.LAPSE.run(db, row.tenant_id, row.id)
    event = events.SsoDomainLapsed(row.tenant_id, row.connection_id, row.domain)
    await announce_event(db, event, by=SYSTEM)


async def get_domain(
    db: Db, tenant_id: UUID, connection_id: UUID, domain_id: UUID
) -> models.SsoDomain:
    """Raises `DomainNotFound` when the connection has no such domain."""
    row = await queries.ONE.first(db, tenant_id, connection_id, domain_id)
    if row is None:
        raise errors.DomainNotFound("The domain was not found")
    return row


def _normalize_domain(text: str) -> str:
    """Return the domain in the form used in addresses. Raises `DomainPublic` for domains of public email
    providers."""
    try:
        domain = get_email_domain(normalize_email(f"user@{text.lower().rstrip('.')}"))
    except InvalidEmail:
        raise Invalid("domain: must be a domain such as example.com") from None
    if "@" in text or "." not in domain:
        raise Invalid("domain: must be a domain such as example.com")
    if is_public_domain(to_ascii_domain(domain)):
        raise errors.DomainPublic(
            f"{display_domain(domain)} is a public email provider. Use a domain of your company."
        )
    return domain


async def mail_domain_code(
    db: Db,
    resources: Resources,
    caller: Principal,
    connection_id: UUID,
    domain_id: UUID,
    mailbox: models.Mailbox,
) -> str:
    """Mail a new code and return the address it was sent to; earlier codes become invalid. Raises
    `DomainNotFound`, and the errors of `lock_connection_for_change`."""
    row = await get_domain(db, caller.tenant_id, connection_id, domain_id)
    await db.pause()
    await resources[RateLimiter].hit(MAILS_PER_TENANT, str(caller.tenant_id))
    await resources[RateLimiter].hit(MAILS_PER_DOMAIN, row.domain)
    caller, _ = await lock_connection_for_change(db, caller, MAY_WRITE, connection_id)
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    await queries.KEEP_CODE.run(
        db,
        caller.tenant_id,
        domain_id,
        _hash_domain_code(domain_id, code),
        clock.now() + CODE_LASTS,
    )
    address = f"{mailbox}@{row.domain}"
    await send_mail(
        db, resources, "domain-code", address, code=code, domain=display_domain(row.domain)
    )
    return address


async def verify_domain_by_mailed_code(
    db: Db, resources: Resources, caller: Principal, connection_id: UUID, domain_id: UUID, code: str
) -> None:
    """Verify a domain with the code from the mail. Raises `DomainCodeWrong` when the code is wrong or has
    expired, which counts as a try, `DomainTaken`, and the errors of `lock_connection_for_change`. Needs the
    system scope: the domain may belong to another tenant."""
    caller, _ = await lock_connection_for_change(db, caller, MAY_WRITE, connection_id)
    row = await get_domain(db, caller.tenant_id, connection_id, domain_id)
    right = await queries.TRY_CODE.first(
        db, caller.tenant_id, domain_id, _hash_domain_code(domain_id, code), CODE_TRIES, clock.now()
    )
    if not right:
        raise errors.DomainCodeWrong("The code is incorrect or has expired. Request a new one.")
    await mark_domain_validated(db, resources, row, "email", caller.actor)


def _hash_domain_code(domain_id: UUID, code: str) -> bytes:
    plain = "".join(letter for letter in code.upper() if letter.isalnum())
    return token_hash(f"{domain_id}\n{plain}")


@scheduled_job("sso.check_domains", "*/15 * * * *")
async def recheck_domains(context: JobContext) -> None:
    """Check all domains whose last check is older than a day."""
    with UnitFailures("sso.check_domains") as failures:
        while rows := await _claim_domains_to_check(context):
            for row in rows:
                with failures.caught(tenant_id=row.tenant_id, domain=row.domain):
                    await _check_domain_record(context, row)


async def _claim_domains_to_check(context: JobContext) -> list[models.SsoDomain]:
    now = clock.now()
    async with context.database.transaction(Scope.system()) as db:
        return await queries.TO_CHECK.all(db, now, now - CHECKED_EVERY, CHECKED_AT_ONCE)


async def _check_domain_record(context: JobContext, row: models.SsoDomain) -> None:
    """Check the record of one domain. If no name server answers, the domain stays as it is until the next
    check."""
    try:
        texts = await context.resources[NameServers].read_txt_records(to_ascii_domain(row.domain))
    except NoAnswer:
        return
    now = clock.now()
    async with context.database.transaction(Scope.system()) as db:
        if models.has_matching_record(texts, row.token):
            if row.missing_since is not None:
                await queries.FOUND.run(db, row.tenant_id, row.id)
            return
        if row.missing_since is not None and row.missing_since <= now - GRACE:
            await end_domain_validation(db, row)
            return
        await queries.MISSING.run(db, row.tenant_id, row.id, now)
        if row.missing_since is None:
            event = events.SsoDomainMissing(row.tenant_id, row.connection_id, row.domain)
            await announce_event(db, event, by=SYSTEM)
