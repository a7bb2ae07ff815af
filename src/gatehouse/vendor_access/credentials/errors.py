from gatehouse.kit.errors import Unauthenticated


class InvalidVendorCredentials(Unauthenticated):
    code = "vendor.invalid_credentials"
