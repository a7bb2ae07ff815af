from gatehouse.kit.errors import Unauthenticated


class InvalidCredentials(Unauthenticated):
    code = "vendor.invalid_credentials"
