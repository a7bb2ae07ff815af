"""Defaults of the client's portal until the vendor sets something else (admin portal spec §2)."""

from typing import Any

SHOWN = ("profile", "privacy", "account", "users", "audits")
BY_PERMISSION = ("security", "allAccounts")
HIDDEN = (
    "usage", "allUsers", "groups", "roles", "sso", "provisioning",
    "webhooks", "connectivity", "apiTokens", "personalApiTokens", "subscriptions",
)  # fmt: skip

ADMIN_BOX: dict[str, Any] = {
    "navigation": {
        **{page: {"visibility": "always"} for page in SHOWN},
        # Older clients hide some pages behind a flag unless the flag's name is empty.
        **{page: {"visibility": "byPermissions", "featureFlag": ""} for page in BY_PERMISSION},
        **{page: {"visibility": "hidden"} for page in HIDDEN},
    }
}


def _table_column(name: str, title: str, kind: str) -> dict[str, Any]:
    return {
        "name": name,
        "displayName": title,
        "type": kind,
        "sortable": kind != "Json",
        "filterable": kind != "Json",
        "showInTable": True,
        "showInMoreInfo": "Always",
        "isPredefined": True,
    }


AUDIT_COLUMNS = [
    _table_column("createdAt", "Time", "Timestamp"),
    _table_column("email", "User", "Email"),
    _table_column("action", "Action", "AlphaNumeric"),
    _table_column("description", "Description", "AlphaNumeric"),
    _table_column("ip", "IP Address", "IpAddress"),
    _table_column("severity", "Severity", "Severity"),
    _table_column("userAgent", "User Agent", "AlphaNumeric"),
    _table_column("json", "Json Data", "Json"),
]

# Without a row the client treats the SAML addresses as missing and asks three times, a second at each start.
CONFIGURATIONS: dict[str, dict[str, Any]] = {"adminBox": ADMIN_BOX, "saml": {}}
PROPERTIES: dict[str, list[dict[str, Any]]] = {"audits": AUDIT_COLUMNS}
