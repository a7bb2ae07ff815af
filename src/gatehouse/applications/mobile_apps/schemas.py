from typing import Annotated
from uuid import UUID

from pydantic import Field

from gatehouse.kit.schemas import Wire
from gatehouse.vendor.mobile_apps import MobileApp

AppName = Annotated[str, Field(min_length=1, max_length=255)]


class IosAppIn(Wire):
    """Team and bundle, such as `ABCDE12345.com.umbrella.app`."""

    app_id: AppName


class AndroidAppIn(Wire):
    """`sha256CertFingerprints` of every certificate that signs it, as `keytool` prints them."""

    package_name: AppName
    sha256_cert_fingerprints: list[Annotated[str, Field(max_length=100)]] = Field(
        alias="sha256CertFingerprints", min_length=1, max_length=20
    )


class IosAppOut(Wire):
    id: UUID
    app_id: str

    @classmethod
    def of(cls, row: MobileApp) -> "IosAppOut":
        return cls(id=row.id, app_id=row.app)


class AndroidAppOut(Wire):
    id: UUID
    package_name: str
    sha256_cert_fingerprints: list[str] = Field(alias="sha256CertFingerprints")

    @classmethod
    def of(cls, row: MobileApp) -> "AndroidAppOut":
        return cls(id=row.id, package_name=row.app, sha256_cert_fingerprints=row.fingerprints)
