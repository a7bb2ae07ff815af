from gatehouse.kit.errors import Conflict


class NobodyToSendTo(Conflict):
    """The caller is a backend, or a user without a phone number."""

    code = "trial_messages.nobody"


class TrialMessageNotSent(Conflict):
    """The message was not sent; the text is the provider's error."""

    code = "trial_messages.not_sent"
