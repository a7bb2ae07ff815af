"""One entry of the audit without a person."""

from typing import Any
from uuid import UUID

from gatehouse.audit.chain.erased import Erasure
from gatehouse.erasure.known import Known
from gatehouse.erasure.models import Entry


def erased(entry: Entry, known: Known) -> Erasure | None:
    """None where the person does not stand in it. Time, action, severity and account stay."""
    acted = {entry.actor_user_id, entry.impersonator_id} & set(known.ids)
    by = bool(acted) or _is(entry.actor_email, known)
    about = known.is_about(entry.data) or _mentions(entry, known)
    if not by and not about:
        return None
    former = _former(entry, known)
    values: dict[str, Any] = {
        "description": _text(entry.description, known, former, about=about),
        "actor_user_id": _id(entry.actor_user_id, known),
        "actor_email": _actor(entry, known, former),
        "impersonator_id": _id(entry.impersonator_id, known),
        "ip": None if by else entry.ip,
        "user_agent": None if by else entry.user_agent,
        "data": _value(entry.data, known, former, about=about),
    }
    is_same = all(getattr(entry, name) == value for name, value in values.items())
    return None if is_same else Erasure(entry.created_at, entry.id, entry.digest, values)


def _id(user_id: UUID | None, known: Known) -> UUID | None:
    return known.erasure_id if user_id in known.ids else user_id


def _is(address: str | None, known: Known) -> bool:
    return address is not None and address.lower() in known.addresses


def _mentions(entry: Entry, known: Known) -> bool:
    texts = [entry.description, *_strings(entry.data)]
    return any(known.without(text) != text for text in texts)


def _strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for part in parts for text in _strings(part)]


def _former(entry: Entry, known: Known) -> list[str]:
    """Addresses that were the person's then. They may be somebody else's by now, so they are looked for in
    this entry only."""
    own = [entry.actor_email] if entry.actor_user_id in known.ids else []
    if known.is_about(entry.data):
        own += [entry.data.get("email"), entry.data.get("former_email")]
    return [one for one in own if isinstance(one, str) and "@" in one]


def _actor(entry: Entry, known: Known, former: list[str]) -> str | None:
    if entry.actor_email is None:
        return None
    if entry.actor_user_id in known.ids:
        return known.pseudonym
    return known.without(entry.actor_email, former)


def _text(text: str, known: Known, former: list[str], *, about: bool) -> str:
    text = known.without(text, former)
    return known.without_name(text) if about else text


def _value(value: Any, known: Known, former: list[str], *, about: bool) -> Any:
    if isinstance(value, str):
        is_name = about and value in (*known.names, *known.typed)
        return known.pseudonym if is_name else known.without(value, former)
    if isinstance(value, list):
        return [_value(one, known, former, about=about) for one in value]
    if isinstance(value, dict):
        return {key: _value(one, known, former, about=about) for key, one in value.items()}
    return value
