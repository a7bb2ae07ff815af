from gatehouse.kit.db import Command, Query
from gatehouse.vendor.plans.models import VendorPlan

PLANS = Query(VendorPlan, "select * from plans order by key")

SAVE_PLAN = Command(
    """
    insert into plans (key, created_at, updated_at, name, description, features, default_treatment, rules,
      days, assign_on_signup, license_types, metadata, price_id, trial_days)
    values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
    on conflict (key) do update set updated_at = $2, name = $3, description = $4, features = $5,
      default_treatment = $6, rules = $7, days = $8, assign_on_signup = $9, license_types = $10,
      metadata = $11, price_id = $12, trial_days = $13
    """
)

DELETE_PLANS = Command("delete from plans where key = any ($1::text[])")
