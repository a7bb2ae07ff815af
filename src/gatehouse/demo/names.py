"""Names and addresses of the demo's users, and how to sign in as some of them."""

import unicodedata

PASSWORD = "Gatehouse-demo-1"  # noqa: S105  printed at every start of the demo
ADMINISTRATOR = "admin@acme.test"
SIGN_INS = ((ADMINISTRATOR, "Ada Admin", "Admin"), ("member@acme.test", "Max Member", "Editor"),
            ("readonly@acme.test", "Rae Reader", "ReadOnly"))  # fmt: skip
COLLEAGUES = (
    "Amara Okafor", "Ben Castillo", "Chiara Conti", "Daniel Weiss", "Elif Yılmaz", "Farid Haddad",
    "Grace Kim", "Hugo Lindqvist", "Ines Marques", "Jonas Bauer", "Keiko Tanaka", "Liam O'Brien",
    "Mei Lin", "Noah Schmidt", "Olga Petrova", "Priya Raman", "Quentin Dubois", "Rosa Jiménez",
    "Sven Eriksen", "Tara Singh", "Uma Patel", "Viktor Novák", "Wanda Kowalska", "Yusuf Demir",
)  # fmt: skip
OWNER = "owner@gatehouse.test"
# Printed at every start of the demo, as the password is.
AUTHENTICATOR = "GATEHOUSEDEMOSTAFFOWNERSECRETKEY"


def build_demo_address(name: str, domain: str = "acme.test") -> str:
    """`Inês Müller` has `ines.muller@acme.test`."""
    plain = unicodedata.normalize("NFKD", name.replace("ı", "i")).encode("ascii", "ignore").decode()
    return plain.lower().replace(" ", ".").replace("'", "") + f"@{domain}"
