"""Erase a user from one audit entry."""

from typing import Any
from uuid import UUID

from gatehouse.audit.chain.erasure_records import EntryErasure
from gatehouse.erasure.known_identifiers import KnownIdentifiers
from gatehouse.erasure.models import AuditEntryToErase


def erase_audit_entry(entry: AuditEntryToErase, known: KnownIdentifiers) -> EntryErasure | None:
    """The changed entry, or None when the user does not appear in it. Time, action, severity and
    tenant stay."""
    acted = {entry.actor_user_id, entry.impersonator_id} & set(known.ids)
    by = bool(acted) or _is_known_address(entry.actor_email, known)
    about = known.is_about(entry.data) or _mentions_user(entry, known)
    if not by and not about:
        return None
    former = _collect_former_addresses(entry, known)
    values: dict[str, Any] = {
        "description": _erase_text(entry.description, known, former, about=about),
        "actor_user_id": _replace_user_id(entry.actor_user_id, known),
        "actor_email": _erase_actor_email(entry, known, former),
        "impersonator_id": _replace_user_id(entry.impersonator_id, known),
        "ip": None if by else entry.ip,
        "user_agent": None if by else entry.user_agent,
        "data": _erase_value(entry.data, known, former, about=about),
    }
    is_same = all(getattr(entry, name) == value for name, value in values.items())
    return None if is_same else EntryErasure(entry.created_at, entry.id, entry.digest, values)


def _replace_user_id(user_id: UUID | None, known: KnownIdentifiers) -> UUID | None:
    return known.erasure_id if user_id in known.ids else user_id


def _is_known_address(address: str | None, known: KnownIdentifiers) -> bool:
    return address is not None and address.lower() in known.addresses


def _mentions_user(entry: AuditEntryToErase, known: KnownIdentifiers) -> bool:
    texts = [entry.description, *_collect_strings(entry.data)]
    return any(known.replace_identifiers(text) != text for text in texts)


def _collect_strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for part in parts for text in _collect_strings(part)]


def _collect_former_addresses(entry: AuditEntryToErase, known: KnownIdentifiers) -> list[str]:
    """Addresses that were the user's when the entry was written. They may belong to another user by now, so
    they are erased in this entry only."""
    own = [entry.actor_email] if entry.actor_user_id in known.ids else []
    if known.is_about(entry.data):
        own += [entry.data.get("email"), entry.data.get("former_email")]
    return [one for one in own if isinstance(one, str) and "@" in one]


def _erase_actor_email(
    entry: AuditEntryToErase, known: KnownIdentifiers, former: list[str]
) -> str | None:
    if entry.actor_email is None:
        return None
    if entry.actor_user_id in known.ids:
        return known.pseudonym
    return known.replace_identifiers(entry.actor_email, former)


def _erase_text(text: str, known: KnownIdentifiers, former: list[str], *, about: bool) -> str:
    text = known.replace_identifiers(text, former)
    return known.replace_names(text) if about else text


def _erase_value(value: Any, known: KnownIdentifiers, former: list[str], *, about: bool) -> Any:
    if isinstance(value, str):
        is_name = about and value in (*known.names, *known.typed)
        return known.pseudonym if is_name else known.replace_identifiers(value, former)
    if isinstance(value, list):
        return [_erase_value(one, known, former, about=about) for one in value]
    if isinstance(value, dict):
        return {key: _erase_value(one, known, former, about=about) for key, one in value.items()}
    return value
