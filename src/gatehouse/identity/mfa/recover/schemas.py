from typing import Annotated

from pydantic import StringConstraints

from gatehouse.identity.login.schemas import Email
from gatehouse.kit.schemas import Wire


class Recovery(Wire):
    email: Email
    recovery_code: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100)
    ]
