"""Refusals of the card provider, in our words."""

from gatehouse.kit.errors import Conflict, DomainError, Invalid


class CardsUnavailable(DomainError):
    """It did not answer, or answered something that it should not."""

    status = 503
    code = "billing.provider_unavailable"


class CardsRefused(Conflict):
    """It does not allow this now. What was noted of the attempt stays."""

    code = "billing.refused"
    keeps_writes = True


class CardDeclined(CardsRefused):
    """The card could not be charged; the text says why."""

    code = "billing.card_declined"


class CardsBusy(CardsRefused):
    """An identical call is still being processed by the provider."""

    code = "billing.under_way"


class EventRefused(Invalid):
    code = "billing.event_refused"
