"""Whether a user may use a feature or a permission, by the same rules as in the browser."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from time import time
from typing import Any, Literal

import httpx

from gatehouse_sdk.conditions import Attributes, treatment_of
from gatehouse_sdk.patterns import grants

PATH = "/entitlements/api/v2/user-entitlements"
FOR_GOOD = -1
Justification = Literal["MISSING_FEATURE", "MISSING_PERMISSION", "BUNDLE_EXPIRED"]


def read_answer(what: Any) -> Mapping[str, Any] | None:
    parts = ("features", "plans", "permissions")
    is_ours = isinstance(what, dict) and all(isinstance(what.get(one), dict) for one in parts)
    return what if is_ours else None


@dataclass(frozen=True, slots=True)
class Decision:
    """`justification`: why not."""

    is_entitled: bool
    justification: Justification | None = None

    def __bool__(self) -> bool:
        return self.is_entitled


YES = Decision(True)


@dataclass(frozen=True, slots=True)
class Entitlements:
    """`says`: the answer of `GET /entitlements/api/v2/user-entitlements`; `person`: what is known of the
    caller, as their token's claims."""

    says: Mapping[str, Any]
    person: Mapping[str, Any]

    @classmethod
    async def of(
        cls, http: httpx.AsyncClient, base_url: str, token: str, person: Mapping[str, Any]
    ) -> "Entitlements":
        """Asked of the server with the caller's own token. `httpx.HTTPError`."""
        answer = await http.get(
            base_url.rstrip("/") + PATH,
            headers={"authorization": f"Bearer {token}"},
        )
        answer.raise_for_status()
        return cls(answer.json(), person)

    def feature(
        self, key: str, attributes: Attributes | None = None, *, now: float | None = None
    ) -> Decision:
        """First what was given, then the flag, then the plans: the first that says yes is enough.
        `attributes`: what only the product knows. `now`: seconds since 1970."""
        feature = self.says["features"].get(key)
        if feature is None:
            return Decision(False, "MISSING_FEATURE")
        known = attributes_of(self.person, attributes or {})
        if _is_given(feature, time() if now is None else now) or self._is_targeted(feature, known):
            return YES
        has_ended = feature["expireTime"] is not None
        return Decision(False, "BUNDLE_EXPIRED" if has_ended else "MISSING_FEATURE")

    def permission(
        self, key: str, attributes: Attributes | None = None, *, now: float | None = None
    ) -> Decision:
        """The caller's roles must hold it, and every feature that it is linked to must be theirs."""
        if not grants(self.says["permissions"], key):
            return Decision(False, "MISSING_PERMISSION")
        decisions = [
            self.feature(name, attributes, now=now)
            for name, feature in self.says["features"].items()
            if key in feature["linkedPermissions"]
        ]
        refusals = [one for one in decisions if not one]
        # One that ended says more than one that never was.
        refusals.sort(key=lambda one: one.justification != "BUNDLE_EXPIRED")
        return refusals[0] if refusals else YES

    def _is_targeted(self, feature: Mapping[str, Any], known: Attributes) -> bool:
        flag = feature.get("featureFlag")
        if flag and not flag["on"] and flag["offTreatment"] == "true":
            return True
        plans = (self.says["plans"].get(plan_id) for plan_id in feature["planIds"])
        asked = [*([flag] if flag and flag["on"] else []), *(plan for plan in plans if plan)]
        return any(_treatment(one, known) == "true" for one in asked)


def _treatment(one: Mapping[str, Any], known: Attributes) -> str:
    return treatment_of(one.get("rules"), known) or str(one["defaultTreatment"])


def _is_given(feature: Mapping[str, Any], now: float) -> bool:
    ends = feature["expireTime"]
    return ends is not None and (ends == FOR_GOOD or ends >= now * 1000)


def attributes_of(person: Mapping[str, Any], given: Attributes) -> dict[str, Any]:
    """What the application gives, `frontegg.*`, and `jwt.*` of all that is known, nested names joined by
    dots. Nothing that the application gives replaces what is known."""
    own = {
        "email": person.get("email"),
        "emailVerified": person.get("email_verified"),
        "tenantId": person.get("tenantId"),
        "userId": person.get("id", person.get("sub")),
    }
    return {**given, **dict(_flat("frontegg", own)), **dict(_flat("jwt", person))}


def _flat(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        entries = list(value.items())
    elif isinstance(value, list | tuple):
        entries = list(enumerate(value))
    else:
        yield name, value
        return
    for key, inner in entries:
        yield from _flat(f"{name}.{key}", inner)
