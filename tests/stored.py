"""What the text of a row contains, as PostgreSQL writes it."""


def row_contains(row: str, secret: str) -> bool:
    """Also in a column of bytes, which `row::text` writes in hexadecimal digits."""
    return secret in row or secret.encode().hex() in row
