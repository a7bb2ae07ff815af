"""All event subscribers, for commands that announce events: only loaded subscribers get them. Also the jobs
that commands leave to a worker, which must be loaded to be known. A server loads them with its routes,
which take twice as long to load."""

from gatehouse.connectivity.messages import queue as messages
from gatehouse.connectivity.notifications import service as notifications
from gatehouse.connectivity.webhooks import delivery as webhooks
from gatehouse.entitlements import service as entitlements
from gatehouse.identity.activation import jobs as activation
from gatehouse.identity.sessions import policy as sessions
from gatehouse.identity.sign_in import jobs as sign_in
from gatehouse.identity.tenant_suspension import service as tenant_standing
from gatehouse.licensing.purchases import jobs as purchases
from gatehouse.licensing.reconciliation import service as differences

LOADED = (
    messages, notifications, webhooks, entitlements, activation, sign_in, tenant_standing,
    sessions, differences, purchases,
)  # fmt: skip
