"""Refusals of the payment provider, in our words."""

from gatehouse.kit.errors import DomainError, Invalid, Unauthenticated


class PaymentsUnavailable(DomainError):
    """The provider did not answer, or answered something that it should not."""

    status = 503
    code = "payments.unavailable"


class SignatureRefused(Unauthenticated):
    code = "payments.signature_refused"


class MalformedEvent(Invalid):
    code = "payments.event_malformed"
