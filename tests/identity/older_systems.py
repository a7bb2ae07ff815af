"""Older systems on this machine, each in its own protocol: they know the same few people."""

import base64
import hmac
import json
import time
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from tests.local_server import LocalServer

CLIENT, SECRET, KEY = "client-of-ours", "a secret of theirs", "an-api-key"
Answer = tuple[int, Any]


@dataclass
class Somebody:
    email: str
    password: str
    verified: bool = True
    name: str = "Robin Roe"
    tenant: str | None = None
    needs_factor: bool = False

    @property
    def sub(self) -> str:
        return f"old|{sha256(self.email.encode()).hexdigest()[:12]}"


@dataclass
class OlderSystem(LocalServer):
    """`received` is what was asked. `status` takes the place of every answer, after `pause` seconds."""

    people: dict[str, Somebody] = field(default_factory=dict)
    received: list[dict[str, Any]] = field(default_factory=list)
    status: int = 0
    pause: float = 0

    def knows(self, email: str, password: str, **more: Any) -> Somebody:
        self.people[email] = Somebody(email, password, **more)
        return self.people[email]

    def asked_for(self) -> list[str]:
        """The addresses that were shown with a password."""
        return [one["who"] for one in self.received if one.get("who")]

    def respond(self, path: str, headers: dict[str, str], body: bytes) -> tuple[int, bytes]:
        is_form = "urlencoded" in headers.get("content-type", "")
        sent = dict(parse_qsl(body.decode())) if is_form else json.loads(body or b"{}")
        time.sleep(self.pause)
        status, answer = self.answer(path, headers, sent)
        return self.status or status, json.dumps(answer).encode()

    def answer(self, path: str, headers: dict[str, str], sent: dict[str, Any]) -> Answer:
        place = urlsplit(path).path
        if target := headers.get("x-amz-target"):
            return self._cognito(target.rpartition(".")[2], sent)
        if "accounts:" in place:
            return self._firebase(path, sent)
        if place == "/endpoint":
            return self._endpoint(sent)
        return self._oauth(place, headers, sent)

    def _right(self, email: str, password: str) -> Somebody | None:
        self.received.append({"who": email, "password": password})
        found = self.people.get(email)
        return found if found and found.password == password else None

    def _bearer(self, token: str) -> Somebody:
        return next(one for one in self.people.values() if one.sub == token)

    def _oauth(self, place: str, headers: dict[str, str], sent: dict[str, Any]) -> Answer:
        if place == "/.well-known/openid-configuration":
            return 200, {
                "token_endpoint": f"{self.url}/oauth/token",
                "userinfo_endpoint": f"{self.url}/userinfo",
            }
        if place == "/oauth/token":
            return self._token(headers, sent)
        token = headers["authorization"].removeprefix("Bearer ")
        if place == "/userinfo":
            person = self._bearer(token)
            return 200, {
                "sub": person.sub, "email": person.email, "email_verified": person.verified,
                "name": person.name, "picture": "https://pictures.test/1.png",
            }  # fmt: skip
        if token != "management" or not place.startswith("/api/v2/users"):
            return 401, {"error": "Unauthorized"}
        if place == "/api/v2/users":
            return 200, []
        person = self._bearer(unquote(place.rpartition("/")[2]))
        return 200, {"user_id": person.sub, "app_metadata": {"tenantId": person.tenant}}

    def _token(self, headers: dict[str, str], sent: dict[str, Any]) -> Answer:
        if (sent["client_id"], sent["client_secret"]) != (CLIENT, SECRET):
            return 401, {"error": "access_denied"}
        if sent["grant_type"] == "client_credentials":
            return 200, {"access_token": "management"}
        self.received.append({"place": headers.get("auth0-forwarded-for")})
        person = self._right(sent["username"], sent["password"])
        if person is None:
            return 403, {"error": "invalid_grant", "error_description": "Wrong email or password."}
        if person.needs_factor:
            return 403, {"error": "mfa_required", "mfa_token": "x"}
        return 200, {"access_token": person.sub, "token_type": "Bearer"}

    def _cognito(self, action: str, sent: dict[str, Any]) -> Answer:
        if action == "GetUser":
            bearer = self._bearer(sent["AccessToken"])
            claims = {
                "sub": bearer.sub, "email": bearer.email, "name": bearer.name,
                "email_verified": str(bearer.verified).lower(),
                **({"custom:tenant": bearer.tenant} if bearer.tenant else {}),
            }  # fmt: skip
            attributes = [{"Name": name, "Value": value} for name, value in claims.items()]
            return 200, {"Username": bearer.email, "UserAttributes": attributes}
        given = sent["AuthParameters"]
        signed = f"{given['USERNAME']}{CLIENT}".encode()
        right = base64.b64encode(hmac.digest(SECRET.encode(), signed, sha256)).decode()
        if sent["AuthFlow"] != "USER_PASSWORD_AUTH" or given.get("SECRET_HASH") != right:
            return 400, {"__type": "InvalidParameterException", "message": "no"}
        person = self._right(given["USERNAME"], given["PASSWORD"])
        if person is None:
            return 400, {"__type": "NotAuthorizedException", "message": "Incorrect"}
        if person.needs_factor:
            return 200, {"ChallengeName": "SOFTWARE_TOKEN_MFA", "Session": "x"}
        return 200, {"AuthenticationResult": {"AccessToken": person.sub}}

    def _firebase(self, path: str, sent: dict[str, Any]) -> Answer:
        parts = urlsplit(path)
        if dict(parse_qsl(parts.query)) != {"key": KEY}:
            return 400, {"error": {"code": 400, "message": "API_KEY_INVALID"}}
        if parts.path.endswith(":lookup"):
            person = self._bearer(sent["idToken"])
            found = {
                "localId": person.sub, "email": person.email, "displayName": person.name,
                "emailVerified": person.verified,
            }  # fmt: skip
            return 200, {"users": [found]}
        person_or_none = self._right(sent["email"], sent["password"])
        if person_or_none is None:
            return 400, {"error": {"code": 400, "message": "INVALID_LOGIN_CREDENTIALS"}}
        if person_or_none.needs_factor:
            return 200, {"mfaPendingCredential": "x", "localId": person_or_none.sub}
        return 200, {"idToken": person_or_none.sub, "localId": person_or_none.sub}

    def _endpoint(self, sent: dict[str, Any]) -> Answer:
        person = self._right(sent["email"], sent["password"])
        if person is None:
            return 401, {}
        return 200, {
            "id": person.sub, "email": person.email, "emailVerified": person.verified,
            "name": person.name, "tenantId": person.tenant,
        }  # fmt: skip
