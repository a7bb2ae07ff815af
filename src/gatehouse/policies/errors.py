"""Refusals at sign-in, of changes of restrictions, and of new passwords."""

from gatehouse.kit.errors import Conflict, Forbidden, Invalid, NotFound


class AdmissionRefused(Forbidden):
    """The tenant's restrictions refuse this user's IP address, country or email domain."""


class IpAddressRefused(AdmissionRefused, code="admission.address_refused"): ...


class DomainRefused(AdmissionRefused, code="admission.domain_refused"): ...


class CountryRefused(AdmissionRefused, code="admission.country_refused"): ...


class CountriesUnknown(Conflict, code="country_restrictions.no_file"):
    """The installation has no file that maps addresses to countries."""


class YourCountryRefused(Conflict, code="country_restrictions.would_lock_you_out"):
    """With this change the caller's own address would be refused."""


class DomainRestrictionNotFound(NotFound, code="domain_restrictions.not_found"): ...


class DomainRestrictionExists(Conflict, code="domain_restrictions.exists"): ...


class TooManyDomainRestrictions(Conflict, code="domain_restrictions.too_many"): ...


class YourDomainRefused(Conflict, code="domain_restrictions.would_lock_you_out"):
    """With this change the caller's own email address would be refused."""


class IpRestrictionNotFound(NotFound, code="ip_restrictions.not_found"): ...


class IpRestrictionExists(Conflict, code="ip_restrictions.exists"): ...


class TooManyIpRestrictions(Conflict, code="ip_restrictions.too_many"): ...


class YourAddressRefused(Conflict, code="ip_restrictions.would_lock_you_out"):
    """With this change the caller's own address would be refused."""


class PasswordTooShort(Invalid, code="passwords.too_short"): ...


class PasswordTooLong(Invalid, code="passwords.too_long"): ...


class PasswordBreached(Invalid, code="passwords.breached"): ...


class PasswordTooWeak(Invalid, code="passwords.too_weak"): ...


class PasswordTooPersonal(Invalid, code="passwords.too_personal"): ...


class PasswordReused(Invalid, code="passwords.reused"): ...
