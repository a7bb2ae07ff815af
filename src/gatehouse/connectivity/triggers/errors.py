from gatehouse.kit.errors import Invalid, NotFound


class EventNotFound(NotFound):
    code = "events.not_found"


class EventKeyUnknown(Invalid):
    code = "events.unknown_key"
