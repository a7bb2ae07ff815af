from gatehouse.kit.errors import Conflict, NotFound


class SsoGroupNotFound(NotFound):
    code = "sso.group_not_found"


class SsoGroupExists(Conflict):
    code = "sso.group_exists"


class TooManySsoGroups(Conflict):
    code = "sso.too_many_groups"
