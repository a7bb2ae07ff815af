"""What every answer keeps to, whatever was asked."""

import httpx

LICENSE_PATHS = "/api/v1/license/"
PLAIN_TEXT_PATHS = "/api/v1/"
OAUTH_PATHS = "/oauth/"
# Of the vendor, in the platform's own shape.
OAUTH_SETTINGS = "/oauth/resources/"
SCIM_PATHS = "/directory/resources/scim/v2.0/"
SCIM_FIELDS = {"schemas", "detail", "status"}
OAUTH_FIELDS = {"error", "error_description"}
REFUSAL_FIELDS = {"errors": list, "errorCode": str, "errorCodes": list, "context": dict}


def check(answer: httpx.Response) -> None:
    """No fault of the server, no bare `null`, and refusals in the documented shape."""
    story = (
        f"{answer.request.method} {answer.request.url} → {answer.status_code} {answer.text[:500]}"
    )
    # The payment provider does not run here, and saying so is right.
    unreachable = answer.status_code == 503 and "payment provider" in answer.text
    assert answer.status_code < 500 or unreachable, story
    assert answer.content != b"null", story
    if answer.status_code < 400:
        return
    path = answer.request.url.path
    if path.startswith((LICENSE_PATHS, OAUTH_PATHS)) and not path.startswith(OAUTH_SETTINGS):
        fields = {"code", "message"} if path.startswith(LICENSE_PATHS) else OAUTH_FIELDS
        assert set(answer.json()) >= fields, story
        assert all(isinstance(answer.json()[name], str) for name in fields), story
        return
    if path.startswith(SCIM_PATHS):
        assert set(answer.json()) >= SCIM_FIELDS, story
        assert answer.json()["status"] == str(answer.status_code), story
        return
    if path.startswith(PLAIN_TEXT_PATHS):
        assert answer.headers["content-type"].startswith("text/plain"), story
        assert answer.text.strip(), story
        return
    body = answer.json()
    assert set(body) == set(REFUSAL_FIELDS), story
    assert all(isinstance(body[name], kind) for name, kind in REFUSAL_FIELDS.items()), story
    assert body["errors"], story
    assert all(isinstance(text, str) and text for text in body["errors"]), story
    assert body["errorCode"] == body["errorCodes"][0], story
