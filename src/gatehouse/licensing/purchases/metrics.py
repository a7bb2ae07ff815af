"""What a process counts of purchases. `/metrics` shows it from the start, before any job runs."""

from prometheus_client import Counter

SEATS_CORRECTED = Counter(
    "gatehouse_paid_seats_corrected",
    "Licenses whose seats differed from what is paid, by a look at the payment provider",
)
