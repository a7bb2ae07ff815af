from gatehouse.kit.events import Event


class TrialMessageSent(Event):
    """`channel` is mail or sms. The actor is the recipient."""

    event_name = "vendor.trial_message_sent"
    text = "Sent a test message to themselves ({channel})"
    channel: str
