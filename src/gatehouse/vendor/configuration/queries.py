from gatehouse.kit.db import Command, Query
from gatehouse.vendor.configuration.models import Vendor

VENDOR = Query(Vendor, "select * from vendor")

CREDENTIAL_PERMISSIONS = Query(
    str, "select distinct unnest(permissions) from vendor_credentials where revoked_at is null"
)

# For the previous version, which reads it here.
SET_CLIENT_ID = Command("update vendor set client_id = $1, updated_at = $2")
