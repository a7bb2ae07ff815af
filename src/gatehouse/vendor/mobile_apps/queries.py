from gatehouse.kit.db import Command, Query
from gatehouse.vendor.mobile_apps.models import MobileApp

MOBILE_APPS = Query(MobileApp, "select * from mobile_apps order by platform, app")

SAVE = Command(
    """
    insert into mobile_apps (app, platform, fingerprints, created_at, updated_at)
    values ($1, $2, $3, $4, $4)
    on conflict (app) do update set platform = $2, fingerprints = $3, updated_at = $4
    """
)

DELETE = Command("delete from mobile_apps where app = any ($1::text[])")
