from gatehouse.kit.errors import NotFound


class EntitlementNotFound(NotFound):
    code = "entitlements.not_found"


class PlanNotFound(NotFound):
    code = "entitlements.plan_not_found"


class FeatureNotFound(NotFound):
    code = "entitlements.feature_not_found"


class FlagNotFound(NotFound):
    code = "entitlements.flag_not_found"


class HolderNotFound(NotFound):
    code = "entitlements.holder_not_found"
