from gatehouse.kit.errors import Conflict, NotFound


class DomainRestrictionNotFound(NotFound):
    code = "domain_restrictions.not_found"


class DomainRestrictionExists(Conflict):
    code = "domain_restrictions.exists"


class TooManyDomainRestrictions(Conflict):
    code = "domain_restrictions.too_many"


class YourDomainRefused(Conflict):
    """With this change the caller's own email address would be refused."""

    code = "domain_restrictions.would_lock_you_out"
