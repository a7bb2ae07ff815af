"""What a validator says against a value: in English, and for screens in another language as a code."""

from typing import Any


class RefusedValue(ValueError):
    """A refused value. `given`: the values that the text contains, for clients with their own text for
    `code`."""

    def __init__(self, text: str, code: str, **given: Any) -> None:
        super().__init__(text)
        self.code = code
        self.given = given
