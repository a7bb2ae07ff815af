"""Everything that hears of events, for a command that makes some: only who is loaded is told. A process that
serves has it all through its routes, which take twice as long to load."""

from gatehouse.connectivity.messages import queue as messages
from gatehouse.connectivity.notifications import jobs as notifications
from gatehouse.connectivity.webhooks.delivery import queue as webhooks
from gatehouse.entitlements import jobs as entitlements
from gatehouse.identity.accept_invitation import jobs as accept_invitation
from gatehouse.identity.activation import jobs as activation
from gatehouse.identity.unlock import jobs as unlock
from gatehouse.management.tenant_standing import jobs as tenant_standing

LOADED = (
    messages, notifications, webhooks, entitlements, accept_invitation, activation, unlock,
    tenant_standing,
)  # fmt: skip
