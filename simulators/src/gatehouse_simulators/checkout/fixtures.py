"""The vendor's account at the provider: addresses, a public token, a catalog.

The values are fixed and have the provider's own shapes. Secrets are in `secrets.py`.

API      `http://127.0.0.1:{port}` + `API_PATH`; the official SDK drops a path from its base URL, so
         its caller puts `API_PATH` back in front of every path.
Script   `SCRIPT_PATH`, on the page's own origin; `?fail=load` is 404, `?fail=global` sets no global.
Webhook  posted to `http://127.0.0.1:{port}` + `WEBHOOK_PATH`, signed.
"""

MOUNT_PATH = "/sim/checkout"
API_PATH = "/sim/checkout/api"
SCRIPT_PATH = "/sim/checkout/paddle.js"
WEBHOOK_PATH = "/api/v1/paddle/webhook"

ENVIRONMENT = "sandbox"
CLIENT_TOKEN = "test_5151a7ed00000000000000c4ec0"  # noqa: S105  a public token of the simulator

PRODUCT_ID = "pro_01teamlicense0000000000000"
MONTHLY_PRICE_ID = "pri_01teammonthly0000000000000"
YEARLY_PRICE_ID = "pri_01teamyearly00000000000000"
TRIAL_PRICE_ID = "pri_01teamtrial000000000000000"  # monthly, after 14 days for nothing
ONE_OFF_PRICE_ID = "pri_01onboarding00000000000000"  # not a seat
PRICE_IDS = [MONTHLY_PRICE_ID, YEARLY_PRICE_ID]

PERCENT_DISCOUNT_ID = "dsc_01welcome20000000000000000"
PERCENT_DISCOUNT_CODE = "WELCOME20"  # 20 % off each of the first three bills
FLAT_DISCOUNT_ID = "dsc_01flat10000000000000000000"
FLAT_DISCOUNT_CODE = "TENOFF"  # USD 10.00 off the first bill

DESTINATION_ID = "ntfset_01gatehouse000000000000000"
CLIENT_TOKEN_ID = "ctkn_01gatehouse000000000000000"  # noqa: S105
