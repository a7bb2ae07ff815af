from gatehouse.identity.passwords.schemas import Token
from gatehouse.kit.schemas import Wire


class Unlocking(Wire):
    token: Token
