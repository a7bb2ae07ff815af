from gatehouse.kit.schemas import Wire


class RememberDevice(Wire):
    """`mfaDeviceExpiration` in seconds."""

    is_allowed_to_remember: bool
    mfa_device_expiration: int
