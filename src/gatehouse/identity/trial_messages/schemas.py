from gatehouse.kit.schemas import Wire


class TrialMessageOut(Wire):
    """`sentTo`: the address or number of the caller."""

    sent_to: str
