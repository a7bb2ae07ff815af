"""A subscription as a scripted provider knows it, and the news of it that is under way."""

from datetime import timedelta
from typing import Any

from tests.licensing.provider import Event, Purchase, event, stamp
from tests.licensing.scripted import Answer, ScriptedProvider, refusal


class Account:
    def __init__(self, scripted: ScriptedProvider, purchase: Purchase) -> None:
        self.scripted, self.purchase = scripted, purchase
        self.seats, self.status, self.seconds, self.periods = purchase.seats, "active", 3.0, 0
        self.is_ending = False
        self.news, self.seen = purchase.sequence(), list[Event]()
        self.call, self.changes = "answered", 0
        self.path = f"/subscriptions/{purchase.subscription_id}"
        scripted.entities[self.path] = self.entity

    @property
    def entity(self) -> dict[str, Any]:
        at = self.purchase.start + timedelta(seconds=self.seconds)
        start = self.purchase.start + timedelta(days=31 * self.periods)
        end = start + timedelta(days=31)
        running = self.status in ("active", "past_due")
        ending = {"action": "cancel", "effective_at": stamp(end), "resume_at": None}
        return self.purchase.subscription(
            at, self.status,
            items=[{"price": self.purchase.price, "quantity": self.seats}],
            current_billing_period={"starts_at": stamp(start), "ends_at": stamp(end)},
            next_billed_at=stamp(end) if running else None,
            paused_at=stamp(at) if self.status == "paused" else None,
            scheduled_change=ending if self.is_ending and running else None,
        )  # fmt: skip

    def happen(self, what: str, seats: int) -> None:
        """`seats`: how many there are from then on, when it is those that change."""
        if what == "seats":
            self.seats = seats
        elif what == "renewal":
            self.periods += 1
            self.status = "active"
        elif what == "unpaid":
            self.status = "active" if self.status == "past_due" else "past_due"
        elif what == "pause":
            self.status = "active" if self.status == "paused" else "paused"
        else:
            self.is_ending = not self.is_ending
        self._tell()

    def _tell(self) -> None:
        self.seconds += 1
        self.scripted.entities[self.path] = self.entity
        at = self.purchase.start + timedelta(seconds=self.seconds)
        self.news.append(event("subscription.updated", self.entity, at))

    def answer(self, method: str, path: str) -> Answer | bytes | None:
        """A change that we ask for, and what we hear of it."""
        if (method, path) != ("PATCH", self.path):
            return None
        if self.call == "refused":
            return refusal(400, "subscription_payment_declined", "no")
        if self.call == "unheard":
            return b"<html>"
        self.changes += 1
        self.seats = self.scripted.sent[-1][1]["items"][0]["quantity"]
        self._tell()
        if self.call == "unanswered":
            return b"<html>"
        return 200, {"data": self.entity, "meta": {"request_id": "x"}}
