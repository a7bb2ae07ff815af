"""The allowed responses of a service for each event: a closed list. A response with anything else is invalid,
so that no ignored value is believed to be applied."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any
from unicodedata import category
from uuid import UUID

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from gatehouse.kit.schemas import Spoken
from gatehouse.kit.tenant_ids import TenantId
from gatehouse.prehooks.queries import PrehookResponse, Verdict
from gatehouse.vendor.prehooks import EventKey
from gatehouse.vendor.token_templates import DEEPEST, MOST_BYTES, RESERVED

LONGEST_MESSAGE = 300
VERDICTS: dict[EventKey, frozenset[Verdict]] = {
    "SIGN_UP": frozenset({"allow", "block"}),
    "USER_INVITE": frozenset({"allow", "block"}),
    "SIGN_IN": frozenset({"allow", "block", "challenge", "lock"}),
    "JWT_GENERATION": frozenset({"allow", "block"}),
}
# Earlier names of the same.
SYNONYMS: dict[str, Verdict] = {"continue": "allow", "deny": "block"}


class MalformedResponse(Exception):
    """It is no answer; the message says why, in a few words."""


class _ResponsePart(BaseModel):
    model_config = ConfigDict(extra="forbid", alias_generator=to_camel, populate_by_name=True)


class _NewUser(_ResponsePart):
    name: Annotated[Spoken, Field(min_length=1)] | None = None
    role_ids: Annotated[list[UUID], Field(max_length=50)] | None = None
    allow_subaccount_access: bool | None = None


class _NamedTenant(_ResponsePart):
    id: UUID | None = None
    name: Annotated[Spoken, Field(min_length=1)] | None = None


class SignUpResponse(_ResponsePart):
    """Who signs up is called otherwise, or their account, or they come into one that is there, with roles of
    it, and may enter the accounts below, or may not."""

    user: _NewUser = Field(default_factory=_NewUser)
    tenant: _NamedTenant = Field(default_factory=_NamedTenant)


class _SignInTenant(_ResponsePart):
    id: UUID


class SignInResponse(_ResponsePart):
    """Which of their accounts they enter."""

    tenant: _SignInTenant | None = None
    tenant_id: TenantId | None = None


def read_prehook_response(
    event: EventKey, content: bytes, sent: Mapping[str, Any]
) -> PrehookResponse:
    """Of the body of an answer with status 200 or 201; `sent` is what was told of. Raises
    `MalformedResponse`."""
    try:
        found = orjson.loads(content)
    except orjson.JSONDecodeError:
        raise MalformedResponse("The answer is not JSON") from None
    if not isinstance(found, dict):
        raise MalformedResponse("The answer is not an object")
    verdict = _parse_verdict(event, found)
    if verdict in ("block", "lock"):
        return PrehookResponse(verdict, _read_error_message(found.get("error")))
    response = found.get("response")
    if response is None:
        return PrehookResponse(verdict)
    if not isinstance(response, dict):
        raise MalformedResponse("response is not an object")
    return PrehookResponse(verdict, response=READERS[event](response, sent))


def _parse_verdict(event: EventKey, found: Mapping[str, Any]) -> Verdict:
    said = found.get("verdict")
    if said is None and isinstance(found.get("continue"), bool):
        said = "allow" if found["continue"] else "block"
    verdict = SYNONYMS.get(said, said) if isinstance(said, str) else said
    for known in VERDICTS[event]:
        if verdict == known:
            return known
    raise MalformedResponse(f"verdict is none of {', '.join(sorted(VERDICTS[event]))}")


def _read_error_message(error: object) -> str:
    """One line of plain text: what does not print, or would turn the text around it, is a space."""
    said = error.get("message") if isinstance(error, dict) else None
    parts = said if isinstance(said, list) else [said]
    return _to_single_line(" ".join(part for part in parts if isinstance(part, str)))


def _to_single_line(text: str) -> str:
    seen = "".join(" " if category(letter)[0] in "CZ" else letter for letter in text)
    line = " ".join(seen.split())
    return line if len(line) <= LONGEST_MESSAGE else f"{line[: LONGEST_MESSAGE - 1]}…"


def _build_response_reader(
    model: type[_ResponsePart],
) -> Callable[[Mapping[str, Any], Mapping[str, Any]], dict[str, Any]]:
    def read_model(response: Mapping[str, Any], _: Mapping[str, Any]) -> dict[str, Any]:
        try:
            found = model.model_validate(dict(response))
        except ValidationError as error:
            one = error.errors()[0]
            # The service's own names are among it, and go into the list of calls.
            place = ".".join(["response", *map(str, one["loc"])])
            raise MalformedResponse(_to_single_line(f"{place}: {one['msg']}")) from None
        return found.model_dump(exclude_none=True)

    return read_model


def _refuse_changes(response: Mapping[str, Any], _: Mapping[str, Any]) -> dict[str, Any]:
    if response:
        raise MalformedResponse("response: nothing can be changed here")
    return {}


def _read_custom_claims(response: Mapping[str, Any], sent: Mapping[str, Any]) -> dict[str, Any]:
    """What a token says besides. What it says of itself and its bearer may come back as it was sent, and
    nothing else: rights hang on it."""
    claims = response.get("claims", {})
    if not isinstance(claims, dict) or response.keys() - {"claims"}:
        raise MalformedResponse("response: holds claims, an object, and nothing else")
    told = sent.get("claims", {})
    for name in sorted(RESERVED & claims.keys()):
        if claims[name] != told.get(name):
            raise MalformedResponse(f"response.claims.{name}: is set by the server")
    added = {name: one for name, one in claims.items() if name not in told and name not in RESERVED}
    for name in added:
        if not 0 < len(name) <= 200 or not name.isprintable():
            raise MalformedResponse("response.claims: names are texts of at most 200 characters")
    # First: what writes JSON gives up where it is deep.
    if _is_nested_deeper(added, DEEPEST):
        raise MalformedResponse(f"response.claims: at most {DEEPEST} levels deep")
    content = orjson.dumps(added)
    if len(content) > MOST_BYTES or b"\\u0000" in content:
        raise MalformedResponse(f"response.claims: at most {MOST_BYTES} bytes, without NUL")
    return added


def _is_nested_deeper(value: object, levels: int) -> bool:
    """Whether there are more levels than these; it looks no further."""
    if not isinstance(value, dict | list):
        return False
    inside = value.values() if isinstance(value, dict) else value
    return levels == 0 or any(_is_nested_deeper(one, levels - 1) for one in inside)


READERS: dict[EventKey, Callable[[Mapping[str, Any], Mapping[str, Any]], dict[str, Any]]] = {
    "SIGN_UP": _build_response_reader(SignUpResponse),
    "USER_INVITE": _refuse_changes,
    "SIGN_IN": _build_response_reader(SignInResponse),
    "JWT_GENERATION": _read_custom_claims,
}
