"""The vendor's account at the provider: addresses, and a catalog of plans.

The values are fixed and have the provider's own shapes. Secrets are in `secrets.py`.

API      `http://127.0.0.1:{port}` + `API_PATH` is the base address; the official SDK adds `/v1/…`.
Script   `SCRIPT_PATH`, on the page's own origin; `?fail=load` is 404, `?fail=global` sets no global.
Webhook  posted to `http://127.0.0.1:{port}` + `WEBHOOK_PATH`, signed.
"""

MOUNT_PATH = "/sim/cards"
API_PATH = "/sim/cards"
SCRIPT_PATH = "/sim/cards/v3/stripe.js"
WEBHOOK_PATH = "/webhooks/stripe"

# Free for two weeks; a subscription asks for it with `trial_from_plan` or `trial_period_days`.
TRIAL_PRODUCT_ID = "prod_SimFreeTrial00"
TRIAL_MONTHLY_PRICE_ID = "price_1SimFreeTrialMonthly00"
TRIAL_YEARLY_PRICE_ID = "price_1SimFreeTrialYearly000"
TRIAL_DAYS = 14

TEAM_PRODUCT_ID = "prod_SimTeam0000000"
TEAM_MONTHLY_PRICE_ID = "price_1SimTeamMonthly0000000"  # USD 12.00 for a seat
TEAM_YEARLY_PRICE_ID = "price_1SimTeamYearly00000000"  # USD 120.00 for a seat

BUSINESS_PRODUCT_ID = "prod_SimBusiness000"
BUSINESS_MONTHLY_PRICE_ID = "price_1SimBusinessMonthly000"  # USD 30.00 for a seat
BUSINESS_YEARLY_PRICE_ID = "price_1SimBusinessYearly0000"  # USD 300.00 for a seat

WEBHOOK_ENDPOINT_ID = "we_1SimGatehouse00000000000"
