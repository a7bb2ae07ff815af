from gatehouse.kit.events import Event


class PaymentEventsReplayedByVendor(Event):
    event_name = "payments.events_replayed"
    severity = "Medium"
    text = "{count} events of the payment provider are applied again"
    count: int
