from gatehouse.kit.errors import Conflict, Invalid, NotFound


class SubscriptionNotFound(NotFound):
    code = "subscriptions.not_found"


class TooManySubscriptions(Conflict):
    code = "subscriptions.too_many"


class UnknownEventKey(Invalid):
    code = "subscriptions.unknown_event"
