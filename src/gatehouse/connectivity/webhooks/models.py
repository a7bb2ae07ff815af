"""Webhooks and their owner: a tenant, or the vendor, whose webhooks get the events of every tenant."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.kit.db import Scope
from gatehouse.kit.events import Actor


@dataclass(frozen=True, slots=True)
class Webhook:
    """`tenant_id` is its account's, or `owner.VENDOR`. `event_keys` has keys of events and ids of categories.
    `failing_since`: nothing arrived since then; `disabled_at`: switched off because of that."""

    id: UUID
    tenant_id: UUID
    display_name: str
    description: str
    url: str
    sealed_secret: bytes | None
    event_keys: list[str]
    is_active: bool
    is_ordered: bool
    payload: dict[str, Any] | None
    invocations: int
    failing_since: datetime | None
    disabled_at: datetime | None
    created_at: datetime
    updated_at: datetime

    @property
    def name(self) -> str:
        """The name to show: the URL for a vendor webhook without a display name."""
        return self.display_name or self.url


VENDOR = UUID(int=0)  # no account's: the vendor's own stand under it


@dataclass(frozen=True, slots=True)
class WebhookOwner:
    """The owner of webhooks: a tenant or the vendor. `tenant_id`: tenant id of its rows; `by`: the actor."""

    tenant_id: UUID
    by: Actor

    @classmethod
    def for_tenant(cls, caller: Principal) -> "WebhookOwner":
        return cls(caller.tenant_id, caller.actor)

    @classmethod
    def for_vendor(cls, caller: VendorPrincipal) -> "WebhookOwner":
        return cls(VENDOR, caller.actor)

    @property
    def account(self) -> UUID | None:
        return tenant_id_unless_vendor(self.tenant_id)


def tenant_id_unless_vendor(tenant_id: UUID) -> UUID | None:
    """None for the vendor's own."""
    return None if tenant_id == VENDOR else tenant_id


def choose_delivery_scope(tenant_id: UUID) -> Scope:
    """The database scope for sending. The vendor's webhooks need the system scope, because staff belong to no
    tenant and are notified of failures."""
    return Scope.system() if tenant_id == VENDOR else Scope.tenant(tenant_id)
