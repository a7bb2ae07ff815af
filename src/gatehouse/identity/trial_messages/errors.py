from gatehouse.kit.errors import Conflict


class NobodyToSendTo(Conflict):
    """A backend asks, or somebody without a phone number."""

    code = "trial_messages.nobody"


class TrialMessageNotSent(Conflict):
    """In the words of whoever should have sent it."""

    code = "trial_messages.not_sent"
