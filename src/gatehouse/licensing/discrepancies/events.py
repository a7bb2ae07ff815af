from gatehouse.kit.events import Event

WORDS = {
    "changed": "it has other particulars than are kept",
    "missing": "it is unknown there",
    "unlicensed": "it is charged for, and there is no license",
    "replaced": "it is charged for, though another replaced it",
    "blocked": "it is charged for, though its license may not be used",
}


class PaymentDifferenceFound(Event):
    event_name = "payments.difference_found"
    severity = "High"
    subscription: str
    kind: str

    @property
    def description(self) -> str:
        return f"The payment provider differs on {self.subscription}: {WORDS[self.kind]}"


class PaymentDifferenceNoted(Event):
    event_name = "payments.difference_noted"
    severity = "Medium"
    text = "What differs on {subscription} is right as it is: {note}"
    subscription: str
    note: str


class PaymentDifferenceAccepted(Event):
    event_name = "payments.difference_accepted"
    severity = "High"
    text = "What the payment provider says of {subscription} counts"
    subscription: str
    kind: str


class PaymentChargesStopped(Event):
    event_name = "payments.charges_stopped"
    severity = "High"
    text = "{subscription} is ended at the payment provider"
    subscription: str
    kind: str
