from gatehouse.kit.errors import Forbidden


class AdmissionRefused(Forbidden):
    """The tenant does not let this person in, from there, with this email address."""


class IpAddressRefused(AdmissionRefused):
    code = "admission.address_refused"


class DomainRefused(AdmissionRefused):
    code = "admission.domain_refused"


class CountryRefused(AdmissionRefused):
    code = "admission.country_refused"
