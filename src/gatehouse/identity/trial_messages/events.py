from dataclasses import dataclass

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class TrialMessageSent(Event):
    """`channel` is mail or sms. Announced by whoever it went to."""

    event_name = "vendor.trial_message_sent"
    text = "Sent a test message to themselves ({channel})"
    channel: str
