from gatehouse.kit.db import Query
from gatehouse.kit.sealed import SealedColumn
from gatehouse.vendor.captcha.models import CaptchaPolicy

SECRET = SealedColumn("captcha_policies", "sealed_secret")

POLICY = Query(CaptchaPolicy, "select * from captcha_policies")

ADD = Query(
    CaptchaPolicy,
    """
    insert into captcha_policies (id, provider, enabled, site_key, sealed_secret, min_score,
      ignored_emails, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
    on conflict do nothing
    returning *
    """,
)

CHANGE = Query(
    CaptchaPolicy,
    """
    update captcha_policies set provider = $2, enabled = $3, site_key = $4, sealed_secret = $5,
      min_score = $6, ignored_emails = $7, updated_at = $8
    where id = $1
    returning *
    """,
)
