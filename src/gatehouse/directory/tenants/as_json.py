"""Tenants as JSON (wire-api §12: Tenant), built in SQL. Values that are not set are missing; only
`deletedAt`, which clients expect, is present and null."""

from typing import LiteralString

from gatehouse.kit.db.as_json import compact_json, instant_as_json

# JSON of the tenant `t`.
TENANT_JSON: LiteralString = f"""
  overlay(json_strip_nulls(json_build_object(
    'id', t.id, 'tenantId', t.id, 'vendorId', (select v.id from vendor v), 'name', t.name,
    'status', case when t.suspended_at is null then 'active' else 'suspended' end,
    'metadata', {compact_json("t.metadata")}, 'isReseller', t.is_reseller,
    'parentTenantId', t.parent_id, 'alias', t.alias, 'website', t.website, 'address', t.address,
    'timezone', t.timezone, 'dateFormat', t.date_format, 'timeFormat', t.time_format,
    'currency', t.currency, 'logo', t.logo_url, 'logoUrl', t.logo_url,
    'hasCustomLogin', t.login_url is not null, 'loginUrl', t.login_url,
    'applicationUrl', t.application_url, 'creatorName', t.creator_name,
    'creatorEmail', t.creator_email,
    'auditRetentionDays', t.audit_retention_days, 'createdAt', {instant_as_json("t.created_at")},
    'updatedAt', {instant_as_json("t.updated_at")}
  ))::text placing '{{"deletedAt":null,' from 1 for 1)::json
"""
