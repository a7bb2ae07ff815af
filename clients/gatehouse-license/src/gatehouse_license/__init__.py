"""A tool's license: seats, use without a network, and usage, checked with Gatehouse."""

from gatehouse_license.aio import AsyncLicense
from gatehouse_license.errors import FileRefused, LicenseError, NoSeats, Refused, Unreachable
from gatehouse_license.file import LicenseFile, Newest, check_file, read_file
from gatehouse_license.held import Held, Standing
from gatehouse_license.keys import PublicKeys
from gatehouse_license.sync import License
from gatehouse_license.who import Who, detect

__all__ = [
    "AsyncLicense",
    "FileRefused",
    "Held",
    "License",
    "LicenseError",
    "LicenseFile",
    "Newest",
    "NoSeats",
    "PublicKeys",
    "Refused",
    "Standing",
    "Unreachable",
    "Who",
    "check_file",
    "detect",
    "read_file",
]
