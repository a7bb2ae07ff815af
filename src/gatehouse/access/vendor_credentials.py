"""Statements on the credentials with which the vendor's backends call."""

from gatehouse.kit.db import Command

ADD_CREDENTIAL = Command(
    "insert into vendor_credentials (id, name, secret_hash, permissions, created_at)"
    " values ($1, $2, $3, $4, $5)"
)

REVOKE_CREDENTIAL = Command(
    "update vendor_credentials set revoked_at = $2 where id = $1 and revoked_at is null"
)
