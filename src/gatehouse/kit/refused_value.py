"""What a validator says against a value: in English, and for screens in another language as a code."""

from typing import Any


class RefusedValue(ValueError):
    """`given`: what the text names, for whoever words `code` instead."""

    def __init__(self, text: str, code: str, **given: Any) -> None:
        super().__init__(text)
        self.code = code
        self.given = given
