from gatehouse.kit.errors import Conflict, NotFound


class IpRestrictionNotFound(NotFound):
    code = "ip_restrictions.not_found"


class IpRestrictionExists(Conflict):
    code = "ip_restrictions.exists"


class TooManyIpRestrictions(Conflict):
    code = "ip_restrictions.too_many"


class YourAddressRefused(Conflict):
    """With this change the caller's own address would be refused."""

    code = "ip_restrictions.would_lock_you_out"
