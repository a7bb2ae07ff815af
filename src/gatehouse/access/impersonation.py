"""Sessions in which support or an administrator acts as a user (impersonation, `act` in the token).

`Permission` says what such a session may use; `refuse_impersonated` refuses what belongs to the user alone.
"""

from typing import LiteralString
from uuid import UUID

from gatehouse.access.errors import ImpersonationForbiddenHere
from gatehouse.access.permissions import Permission


def may_still_impersonate(now: LiteralString) -> LiteralString:
    """Whether session `s` may continue in the tenant of `r`. True for a session without impersonation. For an
    impersonated one, the impersonator must still be a member whose access was not revoked since, or be staff,
    whose sessions end when they leave; and neither the tenant nor the vendor has turned impersonation off."""
    return f"""
      (s.impersonator_id is null or (
        (s.impersonator_is_staff or exists (
          select from memberships_in_force i
          where i.tenant_id = r.tenant_id and i.user_id = s.impersonator_id and i.until > {now}
            and (i.sessions_from is null or s.auth_time > i.sessions_from)))
        and not exists (
          select from impersonation_policies f where f.tenant_id = r.tenant_id and not f.enabled)
        and not exists (select from vendor v where not v.delegation_enabled)
      ))
    """


def refuse_impersonated(impersonator_id: UUID | None, permission: Permission | None = None) -> None:
    """Raises `ImpersonationForbiddenHere` in an impersonated session: always, or where it may not use
    this permission."""
    if impersonator_id is None:
        return
    if permission is None or not permission.while_impersonating:
        raise ImpersonationForbiddenHere("Only the person themselves can do this")
