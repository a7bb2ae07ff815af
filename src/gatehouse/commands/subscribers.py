"""All event subscribers, for commands that announce events: only loaded subscribers get them. Also the jobs
that commands leave to a worker, which must be loaded to be known. A server loads them with its routes,
which take twice as long to load."""

from gatehouse.connectivity.messages import queue as messages
from gatehouse.connectivity.notifications import service as notifications
from gatehouse.connectivity.webhooks import delivery as webhooks
from gatehouse.entitlements import jobs as entitlements
from gatehouse.identity.accept_invitation import jobs as accept_invitation
from gatehouse.identity.activation import jobs as activation
from gatehouse.identity.sessions import jobs as sessions
from gatehouse.identity.tenant_suspension import service
from gatehouse.identity.unlock import service as unlock
from gatehouse.licensing.discrepancies import jobs as differences
from gatehouse.licensing.purchases import jobs as purchases

LOADED = (
    messages, notifications, webhooks, entitlements, accept_invitation, activation, unlock,
    service, sessions, differences, purchases,
)  # fmt: skip
