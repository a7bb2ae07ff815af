from dataclasses import dataclass

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class TrialMessageSent(Event):
    """`channel` is mail or sms. The actor is the recipient."""

    event_name = "vendor.trial_message_sent"
    text = "Sent a test message to themselves ({channel})"
    channel: str
