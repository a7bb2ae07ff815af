from gatehouse.kit.errors import Conflict, NotFound


class MobileAppExists(Conflict):
    code = "mobile_apps.exists"


class MobileAppNotFound(NotFound):
    code = "mobile_apps.not_found"
