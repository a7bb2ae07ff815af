from gatehouse.kit.errors import Conflict, DomainError, Invalid, NotFound


class DomainNotFound(NotFound):
    code = "sso.unknown_domain"


class DomainExists(Conflict):
    code = "sso.domain_exists"


class DomainTaken(Conflict):
    """Another account has already verified this domain."""

    code = "sso.domain_taken"


class DomainAmbiguous(Conflict):
    """The vendor verifies the domain, and several accounts have added it."""

    code = "sso.domain_ambiguous"


class DomainCodeWrong(Invalid):
    """The code is wrong, has expired, or was tried too often."""

    code = "sso.domain_code_wrong"
    keeps_writes = True


class DomainPublic(Invalid):
    """The domain belongs to a public email provider."""

    code = "sso.domain_public"


class TooManyDomains(Conflict):
    code = "sso.too_many_domains"


class RecordMissing(Invalid):
    code = "sso.record_missing"


class NameServersSilent(DomainError):
    """No name server answered the query for the record. Try again later."""

    status = 503
    code = "sso.name_servers_silent"
