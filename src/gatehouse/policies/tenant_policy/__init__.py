"""How a tenant sets a rule for its people: one row of its own, and until there is one the vendor's rule.

A new rule is a table with `tenant_id`, `id`, `created_at`, `updated_at` and its own columns; a row class,
what comes in and what goes out; a `TenantPolicy` and a `policy_router` of it.
"""
