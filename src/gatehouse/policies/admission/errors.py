from gatehouse.kit.errors import Forbidden


class AdmissionRefused(Forbidden):
    """The tenant's restrictions refuse this user's IP address, country or email domain."""


class IpAddressRefused(AdmissionRefused):
    code = "admission.address_refused"


class DomainRefused(AdmissionRefused):
    code = "admission.domain_refused"


class CountryRefused(AdmissionRefused):
    code = "admission.country_refused"
