from datetime import datetime
from uuid import UUID

from gatehouse.identity.sso.connections.models import ConnectionType
from gatehouse.kit.schemas import Wire


class TenantSsoOut(Wire):
    """`type`: saml, okta, azure, google or oidc. Users of `domains` may sign in through it; `unprovedDomains`
    are not verified yet; of `lostDomains` the record is not found any more. `testProblem` is what failed in
    the last test login of an administrator, as long as that is stored."""

    id: UUID
    type: ConnectionType
    enabled: bool
    enforced: bool
    domains: list[str]
    unproved_domains: list[str]
    lost_domains: list[str]
    certificate_until: datetime | None = None
    tested_at: datetime | None = None
    test_passed: bool | None = None
    test_problem: str | None = None
    created_at: datetime


class TenantDirectoryOut(Wire):
    """Where it is not `enabled`, its calls are refused. `lastSyncAt`: when it changed something last."""

    id: UUID
    name: str
    source: str
    enabled: bool
    last_sync_at: datetime | None = None
    created_at: datetime


class TenantConnections(Wire):
    sso: list[TenantSsoOut]
    directories: list[TenantDirectoryOut]
