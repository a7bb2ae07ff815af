"""Statements that replace license keys. A license has one key, and while an overlap lasts the one before."""

from datetime import datetime

from gatehouse.kit.db import Command, Query
from gatehouse.licensing.licenses.models import NamedLicense

# Rotations of one license come one after the other.
LOCK_LICENSE = Query(
    NamedLicense,
    "select id, tenant_id, name from licenses where tenant_id = $1 and id = $2 for update",
)
# By fingerprint, in any tenant: for the vendor.
LOCK_ANY_LICENSE = Query(
    NamedLicense, "select id, tenant_id, name from licenses where fingerprint = $1 for update"
)
# $3: when the key until now ends. The one before that ends at once: no more than two are ever valid.
RETIRE_KEYS = Command(
    """
    with newest as (
      select id from license_keys where tenant_id = $1 and license_id = $2
      order by created_at desc limit 1
    ), older as (
      delete from license_keys k using newest
      where k.tenant_id = $1 and k.license_id = $2 and k.id <> newest.id
    )
    update license_keys k set valid_until = $3 from newest where k.tenant_id = $1 and k.id = newest.id
    """
)
ADD_KEY = Command(
    """
    insert into license_keys (id, tenant_id, license_id, key_hash, sealed_key, created_at)
    values ($3, $1, $2, $4, $5, $6)
    """
)
FORMER_UNTIL = Query(
    datetime,
    """
    select max(valid_until) as valid_until from license_keys
    where tenant_id = $1 and license_id = $2 and valid_until > $3
    """,
)
