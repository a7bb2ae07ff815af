"""Policies of a tenant: one row for the tenant, and the vendor's policy until that row exists.

A new policy needs a table with `tenant_id`, `id`, `created_at`, `updated_at` and its own columns; a row
class, a request and a response model; a `TenantPolicy` and a `policy_router` of it.
"""
