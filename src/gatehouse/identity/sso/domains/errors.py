from gatehouse.kit.errors import Conflict, DomainError, Invalid, NotFound


class DomainNotFound(NotFound):
    code = "sso.unknown_domain"


class DomainExists(Conflict):
    code = "sso.domain_exists"


class DomainTaken(Conflict):
    """Another account has proved that it is theirs."""

    code = "sso.domain_taken"


class DomainAmbiguous(Conflict):
    """The vendor vouches for it, and several accounts have added it."""

    code = "sso.domain_ambiguous"


class DomainCodeWrong(Invalid):
    """Also for one that is over, or was tried too often."""

    code = "sso.domain_code_wrong"
    keeps_writes = True


class DomainPublic(Invalid):
    """Anybody gets an address there."""

    code = "sso.domain_public"


class TooManyDomains(Conflict):
    code = "sso.too_many_domains"


class RecordMissing(Invalid):
    code = "sso.record_missing"


class NameServersSilent(DomainError):
    """Nobody said whether the record is there. Try again later."""

    status = 503
    code = "sso.name_servers_silent"
