from gatehouse.kit.schemas import Wire


class TrialMessageOut(Wire):
    """`sentTo`: the address or number of whoever asked."""

    sent_to: str
