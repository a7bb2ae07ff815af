from gatehouse.kit.db import Command, Query
from gatehouse.kit.sealed import SealedColumn
from gatehouse.vendor.social_providers.models import SocialProvider

SECRETS = SealedColumn("social_providers", "sealed_secret")

PROVIDERS = Query(SocialProvider, "select * from social_providers order by is_custom, id")

# A custom one, which is not changed until the transaction ends.
HOLD = Query(SocialProvider, "select * from social_providers where id = $1 and is_custom for share")

SAVE = Command(
    """
    insert into social_providers (id, is_custom, created_at, updated_at, is_active, client_id,
      sealed_secret, scopes, trusts_addresses, directory, team_id, key_id, display_name, issuer,
      authorization_url, token_url, userinfo_url, logo_url, redirect_url)
    values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
    on conflict (id) do update set is_custom = $2, updated_at = $3, is_active = $4, client_id = $5,
      sealed_secret = $6, scopes = $7, trusts_addresses = $8, directory = $9, team_id = $10, key_id = $11,
      display_name = $12, issuer = $13, authorization_url = $14, token_url = $15, userinfo_url = $16,
      logo_url = $17, redirect_url = $18
    """
)
DELETE = Command(
    "delete from social_providers where id = any ($1::text[]) and is_custom = $2::boolean"
)
