"""Statements on the audit retention of one tenant. They need the system scope."""

from gatehouse.kit.db import Command

# Audit entries that the previous setting excluded stay excluded.
CHANGE = Command(
    """
    update tenants set audit_retention_days = $2, updated_at = $3,
      audit_kept_from = case when audit_retention_days is null then audit_kept_from
        else greatest(audit_kept_from, gatehouse_audit_kept_since($3, audit_retention_days)) end
    where id = $1
    """
)
